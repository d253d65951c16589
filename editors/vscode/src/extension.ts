import { execFile } from "node:child_process";
import { mkdtempSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { findProgram, foldersOf, type Program } from "./program.ts";
import { statusOf, type Claims } from "./status.ts";

const LANGUAGES = ["markdown", "mdx", "toml"];

let client: LanguageClient | undefined;
let program: Program | undefined;
const claims = new Map<string, Claims>();

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = vscode.window.createStatusBarItem("doclint", vscode.StatusBarAlignment.Right, 50);
  status.name = "doclint";
  const log = vscode.window.createOutputChannel("doclint", { log: true });
  const readings = new Contents();
  const showStatus = () => updateStatus(status);
  context.subscriptions.push(
    status,
    log,
    vscode.workspace.registerTextDocumentContentProvider("doclint", readings),
    vscode.window.onDidChangeActiveTextEditor(showStatus),
    vscode.languages.onDidChangeDiagnostics(showStatus),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      const restarts = ["doclint.path", "doclint.sources"].some((name) => change.affectsConfiguration(name));
      if (restarts) await restart(log, showStatus);
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => restart(log, showStatus)),
    vscode.commands.registerCommand("doclint.restart", () => restart(log, showStatus)),
    vscode.commands.registerCommand("doclint.checkWorkspace", checkWorkspace),
    vscode.commands.registerCommand("doclint.showReading", () => showReading(readings)),
    vscode.commands.registerCommand("doclint.explain", (rule?: string) => explain(readings, rule)),
    vscode.commands.registerCommand("doclint.openReport", openReport),
  );
  await restart(log, showStatus);
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

/** Start the server, or start it again. Nothing runs in a folder that is not trusted. */
async function restart(log: vscode.LogOutputChannel, showStatus: () => void): Promise<void> {
  await client?.stop().catch(() => undefined);
  client = undefined;
  claims.clear();
  program = vscode.workspace.isTrusted ? await locate() : undefined;
  showStatus();
  if (!program) {
    log.warn(vscode.workspace.isTrusted ? MISSING : "The folder is not trusted, so doclint does not run.");
    return;
  }
  log.info(`starting ${[program.command, ...program.args, "server"].join(" ")}`);
  client = new LanguageClient(
    "doclint",
    "doclint",
    { command: program.command, args: [...program.args, "server"] },
    {
      documentSelector: [...LANGUAGES, ...settings().get<string[]>("sources", [])].map((language) => ({ language })),
      outputChannel: log,
      initializationOptions: settings(),
      synchronize: { configurationSection: "doclint" },
    },
  );
  client.onNotification("$/doclint/claims", (counted: Claims) => {
    claims.set(vscode.Uri.parse(counted.uri).toString(), counted);
    showStatus();
  });
  client.onDidChangeState(({ newState }) => newState === State.Stopped && showStatus());
  await client.start().catch((error: Error) => {
    log.error(error.message);
    void vscode.window.showErrorMessage(`doclint does not start: ${error.message}`);
  });
}

const MISSING = "Neither `doclint` nor `uvx` is here: install doclint with its extra `lsp`, or set `doclint.path`.";

function settings(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration("doclint");
}

async function locate(): Promise<Program | undefined> {
  return findProgram({
    setting: settings().get("path", ""),
    folders: folders(),
    interpreterFolder: await interpreterFolder(),
    platform: process.platform,
    path: foldersOf(process.env.PATH ?? process.env.Path, process.platform),
    isFile: (path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  });
}

function folders(): string[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath);
}

/** Return the folder of the interpreter that the Python extension uses, if it is there and active. */
async function interpreterFolder(): Promise<string | undefined> {
  const python = vscode.extensions.getExtension("ms-python.python");
  const path: unknown = python?.isActive && python.exports?.environments?.getActiveEnvironmentPath()?.path;
  return typeof path === "string" && path ? dirname(path) : undefined;
}

function updateStatus(status: vscode.StatusBarItem): void {
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !["markdown", "mdx"].includes(document.languageId)) return status.hide();
  if (!program) {
    status.text = "$(circle-slash) doclint";
    status.tooltip = vscode.workspace.isTrusted ? MISSING : "doclint runs once you trust this folder.";
    status.command = vscode.workspace.isTrusted ? undefined : "workbench.trust.manage";
  } else {
    const findings = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === "doclint");
    Object.assign(status, statusOf(findings.length, claims.get(document.uri.toString())));
    status.command = "workbench.actions.view.problems";
  }
  status.show();
}

/** Run doclint in the terminal, where its places are links. */
function checkWorkspace(): void {
  const [folder] = folders();
  if (!program || !folder) return void vscode.window.showWarningMessage(program ? "No folder is open." : MISSING);
  const execution = new vscode.ProcessExecution(program.command, [...program.args, "check"], { cwd: folder });
  const task = new vscode.Task({ type: "doclint" }, vscode.TaskScope.Workspace, "check", "doclint", execution);
  void vscode.tasks.executeTask(task);
}

/** Show which kind of page doclint takes the open one for, and what it reads on it. */
async function showReading(contents: Contents): Promise<void> {
  const file = vscode.window.activeTextEditor?.document.uri.fsPath;
  if (!file) return;
  await contents.show(`reading/${file}.txt`, await output(["show", file], dirname(file)));
}

/** Show the manual of a rule, by default that of the finding at the cursor. */
async function explain(contents: Contents, rule?: string): Promise<void> {
  const name = rule ?? ruleAtCursor() ?? (await pickRule());
  if (!name) return;
  const uri = await contents.put(`rules/${name}.md`, await output(["explain", name]));
  await vscode.commands.executeCommand("markdown.showPreview", uri);
}

function ruleAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const found = editor && vscode.languages.getDiagnostics(editor.document.uri);
  const here = found?.find(({ source, range }) => source === "doclint" && range.contains(editor!.selection.active));
  const code = here?.code;
  return typeof code === "object" ? String(code.value) : code?.toString();
}

async function pickRule(): Promise<string | undefined> {
  const { rules } = JSON.parse(await output(["rules", "--output-format", "json", "--no-local-rules"]));
  const items = (rules as { id: string; summary: string }[]).map(({ id, summary }) => ({ label: id, detail: summary }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "A rule", matchOnDetail: true }))?.label;
}

/** Check the workspace, and open the report. */
async function openReport(): Promise<void> {
  const [folder] = folders();
  if (!program || !folder) return void vscode.window.showWarningMessage(program ? "No folder is open." : MISSING);
  const file = join(mkdtempSync(join(tmpdir(), "doclint-")), "report.html");
  const check = ["check", "--exit-zero", "--no-local-rules", `--output-format=html=${file}`];
  const title = "doclint checks the workspace";
  await vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title }, () => output(check, folder));
  await vscode.env.openExternal(vscode.Uri.file(file));
}

/** Return what doclint prints. */
function output(args: string[], cwd = folders()[0]): Promise<string> {
  if (!program) return Promise.reject(new Error(vscode.workspace.isTrusted ? MISSING : "The folder is not trusted."));
  const { command, args: first } = program;
  return new Promise((resolve, reject) => {
    execFile(command, [...first, ...args], { cwd, maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr || error.message)) : resolve(stdout),
    );
  });
}

/** Texts of doclint as documents that nobody can change. */
class Contents implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? "";
  }

  async put(path: string, text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.from({ scheme: "doclint", path });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    await vscode.workspace.openTextDocument(uri);
    return uri;
  }

  async show(path: string, text: string): Promise<void> {
    await vscode.window.showTextDocument(await this.put(path, text), { preview: true });
  }
}
