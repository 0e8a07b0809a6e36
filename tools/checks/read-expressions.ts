import { join } from 'node:path'
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isNewExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isRegularExpressionLiteral,
  isStringLiteral,
  isTemplateExpression,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'

/** A regular expression of a source: `unknown` where its text is made while the program runs. */
export type Expression = { path: string; source: string; flags: string } | { path: string; unknown: string }

/** Every regular expression of these sources, which belong to the programs of the `tsconfig.json` files. */
export function readExpressions(
  root: string,
  programs: readonly string[],
  paths: readonly string[],
): Expression[] {
  const api = new API({ cwd: root })
  try {
    const openProjects = programs.map((program) => join(root, program))
    const projects = api.updateSnapshot({ openProjects }).getProjects()
    return paths.flatMap((path) => {
      const file = projects.map(({ program }) => program.getSourceFile(join(root, path))).find(Boolean)
      return file ? expressionsOf(path, file) : [{ path, unknown: 'the file is in no program' }]
    })
  } finally {
    api.close()
  }
}

function expressionsOf(path: string, file: SourceFile): Expression[] {
  const nodes = descendants(file)
  const constants = new Map<string, Node>()
  for (const node of nodes) {
    if (isVariableDeclaration(node) && isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
  }
  return nodes.flatMap((node): Expression | [] => {
    if (isRegularExpressionLiteral(node)) return { path, ...split(node.text) }
    const isMade =
      (isNewExpression(node) || isCallExpression(node)) && node.expression.getText(file) === 'RegExp'
    if (!isMade) return []
    const [text, flags] = node.arguments ?? []
    const source = text && constantOf(text, constants)
    if (source === undefined) return { path, unknown: node.getText(file) }
    return { path, source, flags: (flags && constantOf(flags, constants)) ?? '' }
  })
}

/** A node and all below it. */
export function descendants(node: Node): Node[] {
  const found: Node[] = [node]
  node.forEachChild((child) => {
    found.push(...descendants(child))
    return undefined
  })
  return found
}

const split = (literal: string) => {
  const end = literal.lastIndexOf('/')
  return { source: literal.slice(1, end), flags: literal.slice(end + 1) }
}

/** The text that literals, templates, sums and constants of the same file make. */
function constantOf(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  const joined = (nodes: readonly Node[]) => {
    const texts = nodes.map((part) => constantOf(part, constants))
    return texts.includes(undefined) ? undefined : texts.join('')
  }
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return node.text
  if (isBinaryExpression(node)) return joined([node.left, node.right])
  if (isRegularExpressionLiteral(node)) return split(node.text).source
  if (isPropertyAccessExpression(node) && node.name.text === 'source')
    return constantOf(node.expression, constants)
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => [joined([span.expression]), span.literal.text])
    const parts = [node.head.text, ...spans.flat()]
    return parts.includes(undefined) ? undefined : parts.join('')
  }
  const value = isIdentifier(node) ? constants.get(node.text) : undefined
  return value && constantOf(value, constants)
}
