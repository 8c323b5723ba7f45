import { parseAst } from 'rolldown/parseAst';

/** One small fault that could be in a source: a part of its text, and what stands there instead. */
export interface Mutation {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly after: string;
  /** The lines that it is on, as they are and as they would be. */
  readonly was: string;
  readonly becomes: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [name: string]: unknown;
}

const otherOperators: Readonly<Record<string, string>> = {
  ...{ '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' },
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '**': '*', '<<': '>>', '>>': '<<', '>>>': '<<' },
  ...{ '&': '|', '|': '&', '^': '&', '&&': '||', '||': '&&' },
  ...{ '+=': '-=', '-=': '+=', '*=': '/=', '++': '--', '--': '++' },
};
const otherMethods = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
]);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it && 'start' in it;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

/** Types leave nothing behind in the program, so a fault in them changes nothing when it runs. */
const keptTypes = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression', 'TSParameterProperty']);
const isType = ({ type }: Node) => type.startsWith('TS') && !keptTypes.has(type);

const isText = (it: unknown): boolean =>
  isNode(it) &&
  (it.type === 'TemplateLiteral' ||
    (it.type === 'Literal' && typeof it.value === 'string') ||
    (it.type === 'BinaryExpression' && (isText(it.left) || isText(it.right))));

/**
 * All mutations of a TypeScript source: another operator, a condition that always or never holds, another constant, nothing
 * returned, a statement left out. Texts stay as they are, because a broken SQL statement fails every test that comes near it.
 */
export const mutationsOf = (text: string): Mutation[] => {
  const found: Mutation[] = [];
  const add = ({ start, end }: { start: number; end: number }, after: string) => {
    const from = text.lastIndexOf('\n', start - 1) + 1;
    const to = text.indexOf('\n', end - 1);
    const line = text.slice(0, start).split('\n').length;
    const becomes = oneLine(text.slice(from, start) + after + text.slice(end, to));
    const was = oneLine(text.slice(from, to));
    if (becomes !== was) found.push({ start, end, line, after, was, becomes });
  };
  const visit = (node: Node): void => {
    if (isType(node) || node.type === 'ImportDeclaration') return;
    mutate(node);
    for (const child of childrenOf(node)) visit(child);
  };
  const swapOperator = (operator: unknown, from: number, to: number) => {
    const other = otherOperators[String(operator)];
    const at = text.indexOf(String(operator), from);
    if (other && at >= from && at < to) add({ start: at, end: at + String(operator).length }, other);
  };
  const force = (test: unknown, ...values: string[]) => {
    if (isNode(test)) for (const value of values) add(test, value);
  };
  const mutate = (node: Node): void => {
    const { left, right, argument, test, body } = node as { [name: string]: unknown } as Record<string, Node>;
    switch (node.type) {
      case 'BinaryExpression':
        if (node.operator === '+' && isText(node)) return;
        swapOperator(node.operator, (left as Node).end, (right as Node).start);
        return;
      case 'LogicalExpression':
        // The brackets are needed because the expression may stand beside another `??`, which takes no `&&` without them.
        if (node.operator === '??') {
          const [first, second] = [left, right].map((it) => text.slice(it?.start, it?.end));
          add(node, `((${first}) && (${second}))`);
          return;
        }
        swapOperator(node.operator, (left as Node).end, (right as Node).start);
        return;
      case 'AssignmentExpression':
        swapOperator(node.operator, (left as Node).end, (right as Node).start);
        return;
      case 'UpdateExpression':
        swapOperator(node.operator, node.start, node.end);
        return;
      case 'UnaryExpression':
        if (node.operator === '!' || node.operator === '-') add({ start: node.start, end: node.start + 1 }, '');
        return;
      case 'IfStatement':
      case 'ConditionalExpression':
        force(test, 'true', 'false');
        return;
      case 'WhileStatement':
      case 'ForStatement':
        force(test, 'false');
        return;
      case 'Literal':
        if (typeof node.value === 'boolean') add(node, String(!node.value));
        else if (typeof node.value === 'number') add(node, String(node.value + 1));
        else if (typeof node.value === 'bigint') add(node, `${node.value + 1n}n`);
        return;
      case 'ReturnStatement':
        if (argument && text.slice(argument.start, argument.end) !== 'undefined') add(argument, 'undefined');
        return;
      case 'ArrowFunctionExpression':
        if (body && body.type !== 'BlockStatement') add(body, 'undefined');
        return;
      case 'ExpressionStatement':
      case 'ThrowStatement':
        add(node, ';');
        return;
      case 'MemberExpression': {
        const { property } = node as unknown as { property: Node };
        const other = property.type === 'Identifier' ? otherMethods.get(String(property.name)) : undefined;
        if (other && text.startsWith('(', property.end)) add(property, other);
        return;
      }
    }
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found;
};

/** The source with that fault. */
export const apply = (text: string, { start, end, after }: Mutation): string =>
  text.slice(0, start) + after + text.slice(end);
