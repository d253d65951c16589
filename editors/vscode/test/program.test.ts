import assert from "node:assert/strict";
import { test } from "node:test";
import { findProgram, foldersOf, type Surroundings } from "../src/program.ts";
import { statusOf } from "../src/status.ts";

function found(files: string[], around: Partial<Surroundings> = {}) {
  return findProgram({
    setting: "",
    folders: ["/home/me/work"],
    platform: "linux",
    path: ["/usr/bin", "bin"],
    isFile: (path) => files.includes(path),
    ...around,
  });
}

test("the environment of the workspace comes before the PATH", () => {
  const files = ["/home/me/work/.venv/bin/doclint", "/usr/bin/doclint", "/usr/bin/uvx"];
  assert.deepEqual(found(files), { command: "/home/me/work/.venv/bin/doclint", args: [] });
  assert.deepEqual(found(files.slice(1)), { command: "/usr/bin/doclint", args: [] });
  assert.deepEqual(found(files.slice(2)), { command: "/usr/bin/uvx", args: ["--from", "doclint[lsp]", "doclint"] });
  assert.equal(found([]), undefined);
});

test("the interpreter of the Python extension counts", () => {
  const interpreterFolder = "/opt/env/bin";
  assert.equal(found(["/opt/env/bin/doclint", "/usr/bin/doclint"], { interpreterFolder })?.command, "/opt/env/bin/doclint");
});

test("a relative folder of the PATH never counts, because the workspace could bring a program", () => {
  assert.equal(found(["bin/doclint", "bin/uvx"]), undefined);
});

test("the setting is taken as it is, or from the first folder", () => {
  assert.equal(found([], { setting: "/x/doclint" })?.command, "/x/doclint");
  assert.equal(found([], { setting: "tools/doclint" })?.command, "/home/me/work/tools/doclint");
  assert.equal(found([], { setting: "doclint" })?.command, "doclint");
});

test("Windows and macOS have their own paths", () => {
  const windows: Partial<Surroundings> = { platform: "win32", folders: ["C:\\work"], path: ["C:\\Tools"] };
  assert.equal(found(["C:\\work\\.venv\\Scripts\\doclint.exe"], windows)?.command, "C:\\work\\.venv\\Scripts\\doclint.exe");
  assert.equal(found(["C:\\Tools\\uvx.exe"], windows)?.command, "C:\\Tools\\uvx.exe");
  assert.equal(found([], { ...windows, setting: ".venv\\Scripts\\doclint.exe" })?.command, "C:\\work\\.venv\\Scripts\\doclint.exe");
  assert.equal(found(["/home/me/work/venv/bin/doclint"], { platform: "darwin" })?.command, "/home/me/work/venv/bin/doclint");
  assert.deepEqual(foldersOf("C:\\a;D:\\b", "win32"), ["C:\\a", "D:\\b"]);
  assert.deepEqual(foldersOf("/a:/b:", "darwin"), ["/a", "/b"]);
});

test("the status bar counts findings and claims", () => {
  assert.deepEqual(statusOf(0), { text: "$(check) doclint 0", tooltip: "0 findings on this page" });
  assert.deepEqual(statusOf(1, { uri: "", holds: 7, refuted: 1, unknown: 2 }), {
    text: "$(warning) doclint 1 · 7/8",
    tooltip: "1 finding on this page\n7 of 8 checked claims hold\n2 more cannot be checked",
  });
});
