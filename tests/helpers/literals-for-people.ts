import { parseSync } from "vite";

interface SyntaxNode {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * The texts in a source that look as if a person read them: prose of two words or more, one word with
 * a capital, and all words between tags. What only a programmer reads, the messages of thrown errors
 * and the log, is left out.
 */
export function literalsForPeople(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  }
  return textsIn(program as unknown as SyntaxNode);
}

function textsIn(node: SyntaxNode): string[] {
  if (isForMachines(node)) {
    return [];
  }
  const own = textOf(node);
  return [...(own === null ? [] : [own]), ...childrenOf(node).flatMap(textsIn)];
}

function textOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case "JSXText":
      return /\p{L}/u.test(String(node.value)) ? String(node.value).trim() : null;
    case "Literal":
      return typeof node.value === "string" && isProse(node.value) ? node.value : null;
    case "TemplateLiteral": {
      const parts = (node.quasis as { value: { cooked: string } }[]).map(
        ({ value }) => value.cooked,
      );
      return isProse(parts.join("0")) ? parts.join("{}") : null;
    }
    default:
      return null;
  }
}

function isProse(whole: string): boolean {
  const text = whole.replace(/DriveProof|--[a-z-]+/g, "");
  const isWords = /\p{L}{2,}[,.:;]? \p{L}|\p{L}{2,} 0|0 \p{L}{2,}/u.test(text);
  const isCode = /[=;{}<>$|\\]|^\S*\/\S*$/.test(text);
  return (isWords && !isCode) || /^[A-Z][a-z]{2,}$/.test(text);
}

function isForMachines(node: SyntaxNode): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportAllDeclaration":
    case "TSLiteralType":
      return true;
    case "NewExpression":
      return /Error$/.test(nameOf(node.callee));
    case "CallExpression":
      return (
        /^console$/.test(nameOf((node.callee as SyntaxNode).object)) || isOwnErrorMessage(node)
      );
    case "JSXAttribute":
      return /^(className|id|role|d|viewBox|transform|placement)$/.test(nameOf(node.name));
    default:
      return false;
  }
}

/**
 * Whether the call is `super("…")` with literals only, in a class of errors: such a message is a
 * literal of the source and only a programmer reads it.
 */
function isOwnErrorMessage({ callee, arguments: given }: SyntaxNode): boolean {
  const isText = ({ type }: SyntaxNode) => /Literal$/.test(type);
  return (callee as SyntaxNode).type === "Super" && (given as SyntaxNode[]).every(isText);
}

function nameOf(node: unknown): string {
  return String((node as SyntaxNode | undefined)?.name ?? "");
}

/** The child nodes, without names of properties and without literals that are only compared. */
function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const isCompared = node.type === "BinaryExpression" && node.operator !== "+";
  return Object.entries(node)
    .filter(([field]) => !(node.type === "Property" && field === "key" && node.computed === false))
    .flatMap(([, value]) => value)
    .filter((value): value is SyntaxNode => typeof (value as SyntaxNode | null)?.type === "string")
    .filter(({ type }) => !(isCompared && type === "Literal"));
}
