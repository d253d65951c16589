// Which program to start. Nothing here needs the editor, so that each platform can be tried on any other.

import { posix, win32 } from "node:path";

export interface Program {
  command: string;
  args: string[];
}

export interface Surroundings {
  /** What the user sets; empty for nothing. */
  setting: string;
  /** The folders of the workspace. */
  folders: readonly string[];
  /** The folder of the interpreter that the Python extension uses, if it says so. */
  interpreterFolder?: string;
  platform: NodeJS.Platform;
  /** The folders of the PATH. */
  path: readonly string[];
  isFile(path: string): boolean;
}

/** Return how to start doclint; undefined if neither it nor `uvx` is there. */
export function findProgram(around: Surroundings): Program | undefined {
  const { join, isAbsolute } = around.platform === "win32" ? win32 : posix;
  const suffix = around.platform === "win32" ? ".exe" : "";
  const scripts = around.platform === "win32" ? "Scripts" : "bin";
  if (around.setting) {
    const isBare = !/[\\/]/.test(around.setting);
    const command = isBare || isAbsolute(around.setting) ? around.setting : join(around.folders[0] ?? "", around.setting);
    return { command, args: [] };
  }
  const environments = around.folders.flatMap((folder) => [".venv", "venv"].map((name) => join(folder, name, scripts)));
  const interpreter = around.interpreterFolder ? [around.interpreterFolder] : [];
  const found = [...environments, ...interpreter, ...around.path]
    .filter(isAbsolute)
    .map((folder) => join(folder, `doclint${suffix}`))
    .find(around.isFile);
  if (found) return { command: found, args: [] };
  const uvx = around.path.filter(isAbsolute).map((folder) => join(folder, `uvx${suffix}`)).find(around.isFile);
  return uvx ? { command: uvx, args: ["--from", "doclint[lsp]", "doclint"] } : undefined;
}

/** Return the folders of a PATH. */
export function foldersOf(path: string | undefined, platform: NodeJS.Platform): string[] {
  return (path ?? "").split(platform === "win32" ? ";" : ":").filter(Boolean);
}
