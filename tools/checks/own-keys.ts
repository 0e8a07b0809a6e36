/** Finds records that are read by a text that may be a stranger's: `constructor` or `__proto__` would find what every object has (T63). */
import { join } from 'node:path'
import {
  isBinaryExpression,
  isElementAccessExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, TypeFlags } from 'typescript/unstable/sync'
import { root } from '../steps/run-step.ts'
import { descendants } from './read-expressions.ts'
import { sourcesOf } from './read-imports.ts'
import { ownRepository } from './repository.ts'

/** The product's programs and sources. What runs on a developer's machine reads our own files. */
const PROGRAMS = ['shared', 'islands', 'worker'].map((place) => `${place}/tsconfig.json`)
const CHECKED = /^(?:shared|islands|worker|origin)\/.*\.tsx?$/

/** The one place that looks first. */
const HELPER = 'shared/own.ts'

/** Any text, or what may be one: no literal, and no type made of literals, such as a record's own keys. */
const ANY_TEXT = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String | TypeFlags.TemplateLiteral

const WAYS = 'use own() of shared/own.ts, a Map, or Object.hasOwn'

/** Where sources read or write a record by any text, in words. @param place the folder of the programs */
export function findForeignKeys(
  paths: readonly string[],
  programs: readonly string[] = PROGRAMS,
  place = root,
): string[] {
  const api = new API({ cwd: place })
  try {
    const openProjects = programs.map((program) => join(place, program))
    const projects = api.updateSnapshot({ openProjects }).getProjects()
    return paths.flatMap((path) => {
      const found = projects.map((project) => sourceIn(project, join(place, path))).find(Boolean)
      return found ? faultsOf(path, ...found) : [`${path}: is in no program`]
    })
  } finally {
    api.close()
  }
}

function sourceIn({ program, checker }: Project, path: string): [SourceFile, Checker] | undefined {
  const file = program.getSourceFile(path)
  return file && [file, checker]
}

function faultsOf(path: string, file: SourceFile, checker: Checker): string[] {
  const uses = descendants(file).flatMap((node) => useOf(node) ?? [])
  const keys = checker.getTypeAtLocation(uses.map(({ key }) => key))
  const records = checker.getTypeAtLocation(uses.map(({ record }) => record))
  const text = (node: Node) => node.getText(file)
  return uses.flatMap(({ node, record, key }, at) => {
    const [keyType, recordType] = [keys[at], records[at]]
    const isSafe =
      !keyType ||
      (keyType.flags & ANY_TEXT) === 0 ||
      (recordType && checker.isArrayLikeType(recordType)) ||
      isAskedFor(node, `Object.hasOwn(${text(record)}, ${text(key)})`, file)
    const line = file.text.slice(0, node.getStart(file)).split('\n').length
    return isSafe ? [] : [`${path}:${line}: ${text(node)}: ${WAYS}`]
  })
}

type Use = { node: Node; record: Node; key: Node }

/** `record[key]`, or `key in record`. */
function useOf(node: Node): Use | undefined {
  if (isElementAccessExpression(node)) {
    return { node, record: node.expression, key: node.argumentExpression }
  }
  if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.InKeyword) return undefined
  return { node, record: node.right, key: node.left }
}

/** Whether the same condition or statement has asked first whether it is the record's own. */
function isAskedFor(node: Node, question: string, file: SourceFile): boolean {
  const around = [SyntaxKind.ConditionalExpression, SyntaxKind.IfStatement, SyntaxKind.ReturnStatement]
  for (let at: Node | undefined = node.parent; at; at = at.parent) {
    if (around.includes(at.kind) && at.getText(file).includes(question)) return true
  }
  return false
}

/** Checks this checkout and prints where a record is read by any text; gives the exit code. */
export function checkOwnKeys(): number {
  const paths = sourcesOf(ownRepository()).filter((path) => CHECKED.test(path) && path !== HELPER)
  const faults = findForeignKeys(paths)
  for (const fault of faults) console.error(fault)
  return Number(faults.length > 0)
}
