/** The timeline of an execution: one row for each span, long idle stretches collapsed. */
import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatClock, formatDuration, shorten } from '../../format.ts';
import { clockJumps } from '../../live.ts';
import { createScale, type Scale } from './scale.ts';
import type { Span, SpanKind } from './spans.ts';

/** Units: pixels to the right of the bars, for their durations. */
const MARGIN = 130;
const NARROWEST = 240;
/** Below this width, labels are above the bars and not beside them. Units: pixels. */
const WIDE = 560;
/** Units: pixels of a character, at most. */
const CHARACTER = 7;

/** How the rows are laid out. Units: pixels; `label` is 0 where labels are above the bars. */
interface Layout {
  readonly row: number;
  readonly label: number;
  readonly width: number;
}

function layoutFor(width: number): Layout {
  if (width < WIDE) return { row: 36, label: 0, width: Math.max(NARROWEST, width - 40) };
  const label = Math.min(320, Math.max(170, width * 0.22));
  return { row: 24, label, width: Math.max(NARROWEST, width - label - MARGIN) };
}
/** The maximum number of rows that are shown without a request. */
const MAX_ROWS = 300;

const colors: Readonly<Record<SpanKind, string>> = {
  turn: 'var(--quiet)',
  model: 'light-dark(#5b4bb5, #b0a4ff)',
  tool: 'light-dark(#0f6b7a, #6ad0e2)',
  text: 'light-dark(#14662f, #74d694)',
  reasoning: 'light-dark(#7a5c00, #e0c066)',
  approval: 'var(--wait)',
  wait: 'var(--wait)',
  step: 'light-dark(#0b57c2, #7db4ff)',
  artifact: 'light-dark(#9a3d7d, #f0a1d6)',
  media: 'light-dark(#9a3d7d, #f0a1d6)',
  mark: 'var(--quiet)',
};

/** Draws spans. Units: `now` is the time for spans that are open, in milliseconds since 1970. */
export function Timeline({
  spans,
  now,
}: {
  readonly spans: readonly Span[];
  readonly now: number;
}): JSX.Element {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? spans : spans.slice(0, MAX_ROWS);
  const box = useRef<HTMLDivElement>(null);
  const [layout, setLayout] = useState(() => layoutFor(NARROWEST));
  const { label, row } = layout;
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setLayout(layoutFor(current.clientWidth)));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const bars = useMemo(() => barsOf(shown, now, layout), [shown.length, now, layout, spans.at(-1)?.endSeq]);
  const { scale, places } = bars;
  const height = shown.length * row + 24;
  return (
    <div>
      <div class="timeline" ref={box} tabIndex={0} role="group" aria-label="Timeline">
        <svg
          width={label + scale.width + (label === 0 ? 36 : MARGIN)}
          height={height}
          role="img"
          aria-label={`${spans.length} spans; the tab Events has the same as a table`}
        >
          {scale.gaps.map(({ x, start, end }) => (
            <g key={x}>
              <line
                class="grid"
                x1={label + x + 14}
                x2={label + x + 14}
                y1={20}
                y2={height}
                stroke-dasharray="2 4"
              />
              <text class="gap" x={label + x + 14} y={13} text-anchor="middle">
                {clockJumps.value.some((at) => at > start && at <= end) ? '⏩' : '⋯'}{' '}
                {formatDuration(end - start)}
              </text>
            </g>
          ))}
          {shown.map((span, place) => (
            <Bar
              key={span.id}
              span={span}
              y={20 + place * row}
              place={places[place]}
              now={now}
              label={label}
            />
          ))}
        </svg>
      </div>
      {shown.length < spans.length && (
        <button onClick={() => setWhole(true)}>Show all {spans.length} spans</button>
      )}
    </div>
  );
}

/** The place of a bar. Units: pixels. */
interface Place {
  readonly left: number;
  readonly width: number;
}

function barsOf(spans: readonly Span[], now: number, { label, width }: Layout) {
  const ranges = spans.map(({ start, end }) => [start, end ?? Math.max(now, start)] as const);
  const scale = fitScale(ranges.flat(), width);
  const places = ranges.map(([start, end]): Place => {
    const left = scale.x(start);
    return { left: label + left, width: Math.max(3, scale.x(end) - left) };
  });
  return { scale, places };
}

/** Creates a scale that fits a width together with its collapsed stretches, if there is room for them. */
function fitScale(instants: readonly number[], width: number): Scale {
  const scale = createScale(instants, width);
  const room = 2 * width - scale.width;
  return scale.gaps.length === 0 ? scale : createScale(instants, Math.max(room, width / 2));
}

function Bar({
  span,
  y,
  place,
  now,
  label: labelWidth,
}: {
  readonly span: Span;
  readonly y: number;
  readonly place: Place | undefined;
  readonly now: number;
  readonly label: number;
}): JSX.Element {
  const { kind, label, start, end, deltas, isFailed, ownMs } = span;
  const { left, width } = place ?? { left: 0, width: 0 };
  const ms = (end ?? Math.max(now, start)) - start;
  const length = end === null ? 'open' : formatDuration(ms === 0 && ownMs !== null ? ownMs : ms);
  const facts = [length === '0 ms' ? '' : length, deltas > 0 ? `${deltas} deltas` : ''].filter(
    (fact) => fact !== '',
  );
  const isAbove = labelWidth === 0;
  return (
    <g>
      <title>{[label, formatClock(new Date(start).toISOString()), ...facts].join(' · ')}</title>
      <text x={0} y={y + 14}>
        {isAbove
          ? shorten([label, ...facts].join(' · '), 50)
          : shorten(label, Math.floor(labelWidth / CHARACTER))}
      </text>
      <rect
        x={left}
        y={y + (isAbove ? 19 : 5)}
        width={width}
        height={isAbove ? 8 : 12}
        rx={3}
        style={{ fill: isFailed ? 'var(--bad)' : colors[kind] }}
        opacity={end === null ? 0.6 : 1}
      />
      {!isAbove && (
        <text class="fact" x={left + width + 6} y={y + 14}>
          {facts.join(' · ')}
        </text>
      )}
    </g>
  );
}
