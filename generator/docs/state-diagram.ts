/**
 * Draws a state machine as SVG: states in rows by their distance from the initial state, transitions as lines. A
 * transition from many states is drawn once, from a box with their number; the table below the diagram names them.
 */
import { html, type Html } from './html.ts';
import type { StateMachine } from './read-state-machines.ts';

/** Units: pixels of the drawing. */
const BOX = { width: 112, height: 32 };
const GAP = { x: 20, y: 64 };
const MARGIN = 24;

/** A transition from more states than this is drawn from one box. */
const MANY = 2;

interface Node {
  readonly label: string;
  readonly isGroup: boolean;
  readonly x: number;
  readonly y: number;
}

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Draws a machine. Shape: as wide as its widest row, for a scrollable box. */
export function stateDiagram(machine: StateMachine): Html {
  const { edges, groups } = edgesOf(machine);
  const nodes = placeNodes(rowsOf(machine, edges, groups), groups);
  const width = Math.max(...[...nodes.values()].map(({ x }) => x)) + BOX.width + MARGIN + GAP.x;
  const height = Math.max(...[...nodes.values()].map(({ y }) => y)) + BOX.height + MARGIN;
  const lines = edges.flatMap(({ from, to }) => {
    const [start, end] = [nodes.get(from), nodes.get(to)];
    return start === undefined || end === undefined ? [] : [edgeLine(start, end)];
  });
  const boxes = [...nodes.values()].map((node) => nodeBox(node, machine.initial));
  return html`<svg
    class="states"
    width="${width}"
    height="${height}"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label="States of ${machine.schema}"
  >
    <defs>
      <marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">
        <path d="M0 0 8 4 0 8z" />
      </marker>
    </defs>
    ${lines}${boxes}
  </svg>`;
}

function edgesOf({ transitions }: StateMachine): {
  edges: readonly Edge[];
  groups: ReadonlyMap<string, string>;
} {
  const groups = new Map<string, string>();
  const edges = new Map<string, Edge>();
  for (const { from, to } of transitions) {
    const key = [...from].sort().join('\n');
    if (from.length > MANY && !groups.has(key)) groups.set(key, `any of ${from.length} states`);
    const sources = from.length > MANY ? [key] : from;
    for (const source of sources) edges.set(`${source}\n\n${to}`, { from: source, to });
  }
  return { edges: [...edges.values()], groups };
}

/** Assigns states to rows by distance from the initial state; the targets of a group come last, below the group. */
function rowsOf(
  { initial, states }: StateMachine,
  edges: readonly Edge[],
  groups: ReadonlyMap<string, string>,
): string[][] {
  const rows: string[][] = [[initial]];
  const placed = new Set([initial]);
  const spread = (): void => {
    for (let row = rows.at(-1) ?? []; row.length > 0;) {
      const next = [...new Set(edges.filter(({ from }) => row.includes(from)).map(({ to }) => to))];
      row = next.filter((state) => !placed.has(state));
      row.forEach((state) => placed.add(state));
      if (row.length > 0) rows.push(row);
    }
  };
  spread();
  if (groups.size > 0) {
    rows.push([...groups.keys()]);
    spread();
  }
  const rest = states.filter((state) => !placed.has(state));
  return rest.length > 0 ? [...rows, rest] : rows;
}

function placeNodes(
  rows: readonly (readonly string[])[],
  groups: ReadonlyMap<string, string>,
): ReadonlyMap<string, Node> {
  const widest = Math.max(...rows.map((row) => row.length));
  const nodes = new Map<string, Node>();
  rows.forEach((row, line) => {
    const indent = ((widest - row.length) * (BOX.width + GAP.x)) / 2;
    row.forEach((key, index) => {
      nodes.set(key, {
        label: groups.get(key) ?? key,
        isGroup: groups.has(key),
        x: MARGIN + indent + index * (BOX.width + GAP.x),
        y: MARGIN + line * (BOX.height + GAP.y),
      });
    });
  });
  return nodes;
}

/** Draws an edge: down to the next rows; back up beside them, dashed; along a row as an arc below it. */
function edgeLine(start: Node, end: Node): Html {
  const middle = BOX.width / 2;
  if (end.y > start.y) return edgePath('edge', start.x + middle, start.y + BOX.height, end.x + middle, end.y);
  const aside = middle + 16;
  if (end.y < start.y)
    return edgePath('edge back', start.x + aside, start.y, end.x + aside, end.y + BOX.height);
  const [x1, x2, y] = [start.x + aside, end.x + aside, start.y + BOX.height];
  return html`<path class="edge back" d="M${x1} ${y}C${x1} ${y + 44} ${x2} ${y + 44} ${x2} ${y}" />`;
}

function edgePath(kind: string, x1: number, y1: number, x2: number, y2: number): Html {
  const bend = (y2 - y1) / 2;
  return html`<path class="${kind}" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" />`;
}

function nodeBox({ label, isGroup, x, y }: Node, initial: string): Html {
  const kind = isGroup ? 'group' : label === initial ? 'initial' : 'state';
  return html`<g class="${kind}">
    <rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" rx="6" />
    <text x="${x + BOX.width / 2}" y="${y + BOX.height / 2 + 4}">${label}</text>
  </g>`;
}
