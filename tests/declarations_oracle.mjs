// What the TypeScript compiler sees in sources, for tests/ecmascript_oracle.py.
//
// Usage: node declarations_oracle.mjs <folder with node_modules/typescript> < paths, one a line > JSON, one line a path.
// Each declaration has the keys of `Declaration`; text is as written, without comments, each run of white space a blank.

import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ts = createRequire(join(process.argv[2], "anchor.js"))("typescript");
const { SyntaxKind } = ts;

const LONGEST = 1000; // characters of a text that is kept

/** The text of a node without comments. */
function written(node, source) {
  if (!node) return "";
  const text = node.getText(source);
  const comments = [];
  if (text.includes("//") || text.includes("/*")) {
    const seen = new Set();
    const collect = (one) => {
      for (const ranges of [
        ts.getLeadingCommentRanges(source.text, one.pos),
        ts.getTrailingCommentRanges(source.text, one.end),
      ]) {
        for (const range of ranges ?? []) {
          if (range.pos >= node.getStart(source) && range.end <= node.end && !seen.has(range.pos)) {
            seen.add(range.pos);
            comments.push(range);
          }
        }
      }
      for (const child of one.getChildren(source)) collect(child);
    };
    collect(node);
  }
  comments.sort((a, b) => a.pos - b.pos);
  let found = "";
  let place = node.getStart(source);
  for (const range of comments) {
    found += source.text.slice(place, range.pos) + " ";
    place = range.end;
  }
  found = (found + source.text.slice(place, node.end)).split(/\s+/).filter(Boolean).join(" ");
  return found.length <= LONGEST ? found : "…";
}

const isFunction = (node) => node && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));
const has = (node, kind) => (node.modifiers ?? []).some((one) => one.kind === kind);

class Reader {
  constructor(path) {
    this.source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  }

  text(node) {
    return written(node, this.source);
  }

  line(place) {
    return this.source.getLineAndCharacterOfPosition(place).line + 1;
  }

  name(name) {
    if (ts.isStringLiteral(name)) return name.getText(this.source).slice(1, -1);
    if (ts.isComputedPropertyName(name) && ts.isStringLiteral(name.expression)) return this.name(name.expression);
    if (ts.isComputedPropertyName(name) && ts.isNumericLiteral(name.expression)) return this.text(name.expression);
    return this.text(name);
  }

  signature(node) {
    const parameters = node.parameters
      .filter((one) => one.name.getText(this.source) !== "this")
      .map((one) => ({
        name: ts.isIdentifier(one.name) ? one.name.text : "",
        is_rest: Boolean(one.dotDotDotToken),
        type: this.text(one.type),
        default: one.initializer ? this.text(one.initializer) : null,
        is_required: !one.questionToken && !one.initializer && !one.dotDotDotToken,
      }));
    return { parameters, returns: this.text(node.type), type_parameters: this.typeParameters(node) };
  }

  typeParameters(node) {
    return (node.typeParameters ?? []).map((one) => one.name.text);
  }

  declaration(kind, name, node, around = node) {
    const docs = ts.getJSDocCommentsAndTags(around).filter((one) => one.kind === SyntaxKind.JSDoc);
    const decorators = (around.modifiers ?? []).filter((one) => ts.isDecorator(one));
    return {
      kind,
      name: name ? this.name(name) : "default",
      line: this.line((name ?? node).getStart(this.source)),
      start: this.line(around.getStart(this.source)),
      end: this.line(around.end),
      signatures: [],
      bases: [],
      decorators: decorators.map((one) => this.text(one.expression)),
      type: "",
      value: null,
      has_docstring: docs.length > 0,
      members: [],
      is_public: true,
      is_async: has(node, SyntaxKind.AsyncKeyword),
      is_static: has(node, SyntaxKind.StaticKeyword),
      is_optional: Boolean(node.questionToken),
    };
  }

  valued(found, node, functionKind) {
    const value = node.initializer;
    if (isFunction(value) && (!node.type || functionKind === "function")) {
      found.kind = functionKind;
      found.is_async = has(value, SyntaxKind.AsyncKeyword);
      found.signatures = node.type ? [] : [this.signature(value)];
    } else if (value) {
      found.value = this.text(value);
    }
    if (node.type && ts.isFunctionTypeNode(node.type)) found.signatures = [this.signature(node.type)];
    found.type = this.text(node.type);
    return found;
  }

  /** Adds a member; overloads and accessors of one name are one declaration. */
  add(list, open, found, part) {
    const key = `${found.name} ${found.is_static} ${found.kind}`;
    const first = open.get(key);
    if (!part) {
      list.push(found);
    } else if (first) {
      first.end = found.end;
      first.type ||= found.type;
      first.is_public ||= found.is_public;
      first.is_async ||= found.is_async;
      first.is_optional ||= found.is_optional;
      first.has_docstring ||= found.has_docstring;
      if (!first.decorators.length) first.decorators = found.decorators;
      if (part === "overload") first.signatures.push(...found.signatures);
      if (part === "implementation") open.delete(key);
    } else {
      if (part !== "implementation") open.set(key, found);
      list.push(found);
    }
  }

  members(nodes) {
    const list = [];
    const open = new Map();
    const signatures = [];
    for (const node of nodes) {
      if (ts.isCallSignatureDeclaration(node)) signatures.push(this.signature(node));
      if (ts.isSemicolonClassElement(node) || ts.isIndexSignatureDeclaration(node)) continue;
      if (ts.isCallSignatureDeclaration(node) || ts.isClassStaticBlockDeclaration(node)) continue;
      this.member(node, list, open);
    }
    return [list, signatures];
  }

  member(node, list, open) {
    const isHidden = has(node, SyntaxKind.PrivateKeyword) || has(node, SyntaxKind.ProtectedKeyword);
    const found = this.declaration("method", node.name, node);
    found.is_public = !isHidden && !(node.name && ts.isPrivateIdentifier(node.name));
    if (ts.isAccessor(node)) {
      found.kind = "property";
      found.type = this.text(node.type) || this.text(node.parameters[0]?.type);
      this.add(list, open, found, "accessor");
    } else if (ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isPropertyAssignment(node)) {
      if (node.name && ts.isComputedPropertyName(node.name) && ts.isPropertyAssignment(node)) return;
      found.kind = has(node, SyntaxKind.AccessorKeyword) ? "property" : "field";
      this.add(list, open, this.valued(found, node, "method"));
    } else if (ts.isShorthandPropertyAssignment(node)) {
      found.kind = "field";
      found.value = found.name;
      this.add(list, open, found);
    } else if (!ts.isSpreadAssignment(node)) {
      if (!node.name) found.name = "constructor";
      found.signatures = [this.signature(node)];
      const isImplementation = node.body || ts.isMethodDeclaration(node) && node.parent.kind === SyntaxKind.ObjectLiteralExpression;
      this.add(list, open, found, isImplementation ? "implementation" : "overload");
      if (ts.isConstructorDeclaration(node)) this.parameterProperties(node, list, open);
    }
  }

  parameterProperties(node, list, open) {
    for (const one of node.parameters) {
      if (!ts.isParameterPropertyDeclaration(one, node) || !ts.isIdentifier(one.name)) continue;
      const found = this.valued(this.declaration("field", one.name, one), one, "method");
      found.is_public = !has(one, SyntaxKind.PrivateKeyword) && !has(one, SyntaxKind.ProtectedKeyword);
      found.has_docstring = false;
      this.add(list, open, found);
    }
  }

  bases(node) {
    return (node.heritageClauses ?? []).flatMap((clause) => clause.types.map((one) => this.text(one)));
  }

  /** The names that a module exports by lists and assignments. */
  exported(statements) {
    const names = new Set();
    for (const node of statements) {
      if (ts.isExportDeclaration(node) && !node.moduleSpecifier && node.exportClause?.elements) {
        for (const one of node.exportClause.elements) names.add((one.propertyName ?? one.name).text);
      }
      if (ts.isExportAssignment(node) && ts.isIdentifier(node.expression)) names.add(node.expression.text);
    }
    return names;
  }

  statements(nodes, isAmbient) {
    const list = [];
    const open = new Map();
    const exported = this.exported(nodes);
    // In ambient scopes all is exported, unless a statement lists what is.
    const exportsAll = isAmbient && !nodes.some((one) => ts.isExportDeclaration(one) || ts.isExportAssignment(one));
    for (const node of nodes) {
      const isModule = ts.isModuleDeclaration(node) && (ts.isStringLiteral(node.name) || node.name.text === "global");
      const isPublic = exportsAll || isModule || has(node, SyntaxKind.ExportKeyword);
      for (const [found, part] of this.statement(node, isAmbient)) {
        found.is_public = isPublic || found.is_public === "yes" || exported.has(found.name);
        this.add(list, open, found, part);
      }
    }
    return list;
  }

  statement(node, isAmbient) {
    if (ts.isFunctionDeclaration(node)) {
      const found = this.declaration("function", node.name, node);
      found.signatures = [this.signature(node)];
      return [[found, node.body ? "implementation" : "overload"]];
    }
    if (ts.isClassDeclaration(node)) return [[this.asClass(this.declaration("class", node.name, node), node)]];
    if (ts.isInterfaceDeclaration(node)) {
      const found = this.declaration("interface", node.name, node);
      [found.members, found.signatures] = this.members(node.members);
      found.bases = this.bases(node);
      found.type_parameters = this.typeParameters(node);
      return [[found]];
    }
    if (ts.isTypeAliasDeclaration(node)) {
      const found = this.declaration("type", node.name, node);
      found.value = this.text(node.type);
      found.type_parameters = this.typeParameters(node);
      if (ts.isTypeLiteralNode(node.type)) [found.members, found.signatures] = this.members(node.type.members);
      if (ts.isFunctionTypeNode(node.type)) found.signatures = [this.signature(node.type)];
      return [[found]];
    }
    if (ts.isEnumDeclaration(node)) {
      const found = this.declaration("enum", node.name, node);
      found.members = node.members.map((one) => {
        const member = this.declaration("enum-member", one.name, one);
        if (one.initializer) member.value = this.text(one.initializer);
        return member;
      });
      return [[found]];
    }
    if (ts.isModuleDeclaration(node)) return [[this.asNamespace(node, isAmbient)]];
    if (ts.isVariableStatement(node)) return this.variables(node).map((one) => [one]);
    if (ts.isExportAssignment(node) && !ts.isIdentifier(node.expression) && !node.isExportEquals) {
      return [[this.defaultExport(node)]];
    }
    return [];
  }

  asClass(found, node) {
    [found.members] = this.members(node.members);
    found.bases = this.bases(node);
    found.type_parameters = this.typeParameters(node);
    return found;
  }

  asNamespace(node, isAmbient) {
    const found = this.declaration("namespace", node.name, node);
    isAmbient ||= has(node, SyntaxKind.DeclareKeyword);
    let body = node.body;
    while (body && ts.isModuleDeclaration(body)) {
      found.name += `.${body.name.text}`;
      body = body.body;
    }
    found.members = body ? this.statements(body.statements, isAmbient) : [];
    return found;
  }

  variables(node) {
    const isConst = (node.declarationList.flags & ts.NodeFlags.BlockScoped) === ts.NodeFlags.Const;
    const declared = node.declarationList.declarations;
    return declared.flatMap((one) => {
      const around = declared.length === 1 ? node : one;
      const kind = isConst ? "constant" : "variable";
      if (!ts.isIdentifier(one.name)) return this.bound(one.name).map((name) => this.declaration(kind, name, one, around));
      const found = this.declaration(kind, one.name, one, around);
      if (one.initializer && ts.isClassExpression(one.initializer)) {
        found.kind = "class";
        return [this.asClass(found, one.initializer)];
      }
      return [this.withObject(this.valued(found, one, "function"), one.type, one.initializer)];
    });
  }

  withObject(found, type, value) {
    if (value && ts.isAsExpression(value) && this.text(value.type) === "const") value = value.expression;
    if (!type && value && ts.isObjectLiteralExpression(value)) [found.members] = this.members(value.properties);
    return found;
  }

  bound(pattern) {
    return pattern.elements.flatMap((one) =>
      ts.isOmittedExpression(one) ? [] : ts.isIdentifier(one.name) ? [one.name] : this.bound(one.name),
    );
  }

  defaultExport(node) {
    const value = node.expression;
    const found = this.declaration("constant", undefined, node);
    found.line = this.line(value.getStart(this.source));
    found.is_public = "yes";
    if (isFunction(value)) {
      found.kind = "function";
      found.signatures = [this.signature(value)];
      found.is_async = has(value, SyntaxKind.AsyncKeyword);
      return found;
    }
    found.value = this.text(value);
    return this.withObject(found, undefined, value);
  }
}

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) {
  const reader = new Reader(path);
  const isBroken = reader.source.parseDiagnostics.length > 0;
  process.stdout.write(JSON.stringify({ path, is_broken: isBroken, found: reader.statements(reader.source.statements, path.includes(".d.")) }) + "\n");
}
