import type { Page } from "playwright-core";
import { plain } from "./visible-text";

interface Node {
  readonly nodeId: string;
  readonly ignored: boolean;
  readonly role?: { readonly value?: string } | undefined;
  readonly name?: { readonly value?: string } | undefined;
  readonly childIds?: readonly string[] | undefined;
}

/** Roles of nodes that a screen reader passes over without a word. */
const silent = ["none", "generic", "RootWebArea", "LineBreak"];

/**
 * What a screen reader finds on the page, in the page's order: role and name of every element, from
 * Chromium's accessibility tree. Styles matter: `display: contents` makes a list lose its entries.
 */
export async function heard(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const byId = new Map<string, Node>(nodes.map((node) => [node.nodeId, node]));
  const [root] = nodes;
  return root === undefined ? [] : linesOf(root, byId);
}

function linesOf(node: Node, byId: ReadonlyMap<string, Node>): string[] {
  const value = node.role?.value ?? "none";
  // newer versions of Chromium call the role "image"
  const role = value === "image" ? "img" : value;
  const own =
    node.ignored || silent.includes(role) ? [] : [plain(`${role} ${node.name?.value ?? ""}`)];
  // The children of a text node are its lines, which repeat the text.
  const children = role === "StaticText" ? [] : (node.childIds ?? []);
  return [
    ...own,
    ...children.flatMap((id) => {
      const child = byId.get(id);
      return child === undefined ? [] : linesOf(child, byId);
    }),
  ];
}
