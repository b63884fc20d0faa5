// Draws the fabric by tier. Each link is two halves: what each end's port sends. Colour, thickness and dashes say the same.

import {byId, empty, html, svg} from './elements.js';
import {percent, rate} from './words.js';

const ROW = 132;
const MARGIN = 30;
/** From this many links on, lines are thinner. */
const MANY_LINKS = 60;
/** Labels that do not fit into their nodes stand slanted beside them, all to the right. */
const SLANT_DEGREES = 50;
const SLANT_LETTER = 6.4;
/** From this room on, slanted labels beside each other do not touch. */
const LEAST_LABEL_ROOM = 15;
const SCALES = {
  load: {
    title: 'Load of the port that sends',
    value: end => end.load,
    bounds: [0.2, 0.4, 0.6, 0.8],
    words: ['below 20 %', '20–40 %', '40–60 %', '60–80 %', '80 % and more'],
    widths: [1.2, 1.8, 2.6, 3.6, 5],
    dashes: [null, null, null, null, null],
  },
  pauses: {
    title: 'Share of time the port may not send',
    value: end => end.pausedShare,
    bounds: [0.01, 0.1, 0.3, 0.6],
    words: ['none or below 1 %', '1–10 %', '10–30 %', '30–60 %', '60 % and more'],
    widths: [1.2, 2, 3, 4, 5.5],
    dashes: [null, '9 2', '7 2', '5 2', '3 2'],
  },
};

const level = (scale, value) => scale.bounds.filter(bound => value >= bound).length;
const deviceOf = entity => entity.split(':')[0];
const slantedLength = nodes => Math.max(0, ...nodes.map(node => node.device.length * SLANT_LETTER));
const across = length => length * Math.cos(SLANT_DEGREES * Math.PI / 180);
const upright = length => length * Math.sin(SLANT_DEGREES * Math.PI / 180);

/** Letter size and width of a node that has its label in it; undefined where the room is too small for that. */
function fit(node, room) {
  return [[11, 6.4, 16], [9.5, 5.3, 6]]
    .map(([font, letter, around]) => [font, Math.max(node.device.length * letter + around, 26)])
    .find(([, needed]) => needed <= room - 3);
}

export class TopologyDrawing {
  constructor(onPick) {
    this.onPick = onPick;
    this.picked = null;
    this.focused = null;
    this.place = byId('topology');
    new ResizeObserver(() => this.draw()).observe(this.place);
  }

  show(topology, findings, measure) {
    this.topology = topology;
    this.measure = measure;
    this.worst = new Map();
    for (const finding of findings.filter(one => !one.isOver)) {
      for (const device of new Set(finding.entities.map(deviceOf))) {
        if (!this.worst.has(device)) {
          this.worst.set(device, finding);
        }
      }
    }
    if (!topology.nodes.some(node => node.device === this.picked)) {
      this.picked = null;
    }
    this.draw();
    this.legend();
  }

  pick(device) {
    this.picked = this.picked === device ? null : device;
    this.draw();
    this.onPick(this.picked);
  }

  draw() {
    const width = this.place.clientWidth;
    if (!this.topology || width === 0) {
      return;
    }
    if (this.topology.nodes.length === 0) {
      this.place.replaceChildren(empty(
        'Nothing was told of this fabric yet',
        'Devices, links and counters appear here as soon as something is taken in, for example a recording or a switch’s configuration:',
        'fabric-twin ingest lab-recording FOLDER',
        'fabric-twin ingest sonic-config-db config_db.json'));
      return;
    }
    const hadFocus = this.place.contains(document.activeElement);
    const heights = [...new Set(this.topology.nodes.map(node => node.y))].sort((a, b) => a - b);
    const rows = new Map();
    for (const node of this.topology.nodes) {
      rows.set(node.tier, [...rows.get(node.tier) ?? [], node]);
    }
    const slanted = within => this.topology.nodes.filter(node => !fit(node, within / rows.get(node.tier).length));
    const least = width - Math.min(width / 4, across(slantedLength(this.topology.nodes)));
    const hasSlanted = slanted(width).length > 0;
    const labelWidth = hasSlanted ? least : width;
    const beside = hasSlanted ? slanted(least) : [];
    const drawn = width - Math.min(width / 4, across(slantedLength(beside)));
    const above = upright(slantedLength(beside.filter(node => node.y === heights[0] && node.tier !== 0)));
    const below = upright(slantedLength(beside.filter(node => node.tier === 0)));
    const height = 2 * MARGIN + above + (heights.length - 1) * ROW + below;
    this.places = new Map(this.topology.nodes.map(node => [node.device, {
      node,
      x: node.x * drawn,
      y: MARGIN + above + heights.indexOf(node.y) * ROW,
    }]));
    this.thin = this.topology.edges.length > MANY_LINKS ? 0.7 : 1;
    const drawing = svg('svg', {viewBox: `0 0 ${width} ${height}`, height, role: 'group',
      'aria-label': `Topology: ${this.topology.nodes.length} devices, ${this.topology.edges.length} links. Arrow keys move, Enter picks.`});
    drawing.append(svg('g', {}, this.topology.edges.map(edge => this.edge(edge))));
    for (const row of rows.values()) {
      drawing.append(...row.map(node => this.node(this.places.get(node.device), labelWidth / row.length)));
    }
    this.place.classList.toggle('picks', this.picked !== null);
    this.place.replaceChildren(drawing);
    if (hadFocus) {
      this.place.querySelector('.node[tabindex="0"]')?.focus();
    }
  }

  edge(edge) {
    const a = this.places.get(edge.a.device);
    const b = this.places.get(edge.b.device);
    if (!a || !b) {
      return null;
    }
    const shift = (edge.parallel - (edge.parallelCount - 1) / 2) * 5;
    const bend = a.y === b.y ? -30 : 0;
    const middle = {x: (a.x + b.x) / 2 + shift, y: (a.y + b.y) / 2 + bend};
    const isPicked = this.picked === null || edge.a.device === this.picked || edge.b.device === this.picked;
    const title = svg('title', {}, this.tell(edge));
    if (edge.state === 'down' || edge.state === 'planned') {
      const parts = [svg('path', {class: `wire ${edge.state}${isPicked ? ' picked' : ''}`,
        d: `M${a.x + shift} ${a.y}L${middle.x} ${middle.y}L${b.x + shift} ${b.y}`})];
      if (edge.state === 'down') {
        parts.push(svg('path', {class: 'cross',
          d: `M${middle.x - 4} ${middle.y - 4}l8 8m0 -8l-8 8`}));
      }
      return svg('g', {}, title, parts);
    }
    return svg('g', {}, title,
      this.half(edge.a, a, middle, shift, isPicked), this.half(edge.b, b, middle, shift, isPicked));
  }

  half(end, from, middle, shift, isPicked) {
    const scale = SCALES[this.measure];
    const value = scale.value(end);
    const line = {d: `M${from.x + shift} ${from.y}L${middle.x} ${middle.y}`};
    const picked = isPicked ? ' picked' : '';
    if (value === undefined) {
      return svg('path', {class: `wire unknown${picked}`, ...line});
    }
    const step = level(scale, value);
    return svg('path', {class: `wire${picked}`, ...line, 'stroke-dasharray': scale.dashes[step],
      style: `stroke: var(--${this.measure === 'load' ? 'load' : 'pause'}-${step + 1}); stroke-width: ${scale.widths[step] * this.thin}`});
  }

  tell(edge) {
    const end = one => `${one.device}:${one.port} sends ${rate(one.txBitsPerSecond)} (load ${percent(one.load)}, paused ${percent(one.pausedShare)})`;
    return `Link ${edge.state}, ${rate(edge.bitsPerSecond)}\n${end(edge.a)}\n${end(edge.b)}`;
  }

  node({node, x, y}, room) {
    const isSwitch = node.kind === 'switch';
    const finding = this.worst.get(node.device);
    const isFirst = this.focused ? node.device === this.focused : node === this.topology.nodes[0];
    const [size, widest] = fit(node, room) ?? [];
    const isNarrow = widest === undefined;
    const width = isNarrow ? Math.max(10, Math.min(24, room - 4)) : widest;
    const height = isSwitch ? 24 : 22;
    const parts = [svg('title', {}, node.device)];
    parts.push(svg('rect', {class: 'shape', x: x - width / 2, y: y - height / 2, width, height, rx: isSwitch ? 12 : 2}));
    if (!isSwitch && !isNarrow) {
      parts.push(svg('path', {d: `M${x - width / 2 + 1} ${y + height / 2 - 4.5}h${width - 2}`, stroke: 'var(--node-line)', 'stroke-width': 1}));
    }
    if (isNarrow) {
      const below = node.tier === 0;
      if (room > LEAST_LABEL_ROOM || finding || node.device === this.picked || node.device === this.focused) {
        const labelY = below ? y + height / 2 + 10 : y - height / 2 - 5;
        parts.push(svg('text', {class: 'aside', x: x - 3, y: labelY,
          transform: `rotate(${below ? SLANT_DEGREES : -SLANT_DEGREES} ${x} ${labelY})`}, node.device));
      }
    } else {
      parts.push(svg('text', {x, y: y + (isSwitch ? 4 : 2.5), 'text-anchor': 'middle', style: `font-size: ${size}px`}, node.device));
    }
    if (finding) {
      const markX = x + width / 2 - 1;
      const markY = y - height / 2;
      parts.push(svg('path', {class: `mark ${finding.severity}`, d: markPath(finding.severity, markX, markY, 8.5)}));
      parts.push(svg('text', {class: 'mark-sign', x: markX, y: markY + 3.5}, '!'));
    }
    return svg('g', {
      class: 'node', role: 'button', tabindex: isFirst ? 0 : -1, 'data-device': node.device,
      'aria-pressed': String(node.device === this.picked),
      'aria-label': `${node.kind ?? 'device'} ${node.device}${finding ? `, ${finding.severity}: ${finding.summary}` : ''}`,
      onclick: () => { this.focused = node.device; this.pick(node.device); },
      onkeydown: event => this.key(event, node),
    }, parts);
  }

  key(event, node) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.focused = node.device;
      this.pick(node.device);
      return;
    }
    if (event.key === 'Escape' && this.picked) {
      this.pick(this.picked);
      return;
    }
    const next = this.next(node, event.key);
    if (next) {
      event.preventDefault();
      this.focused = next.device;
      for (const element of this.place.querySelectorAll('.node')) {
        const isNext = element.dataset.device === next.device;
        element.setAttribute('tabindex', isNext ? 0 : -1);
        if (isNext) {
          element.focus();
        }
      }
    }
  }

  next(node, key) {
    const row = this.topology.nodes.filter(one => one.y === node.y);
    const at = row.indexOf(node);
    if (key === 'ArrowRight') {
      return row[at + 1];
    }
    if (key === 'ArrowLeft') {
      return row[at - 1];
    }
    if (key !== 'ArrowUp' && key !== 'ArrowDown') {
      return undefined;
    }
    const heights = [...new Set(this.topology.nodes.map(one => one.y))].sort((a, b) => a - b);
    const y = heights[heights.indexOf(node.y) + (key === 'ArrowDown' ? 1 : -1)];
    return this.topology.nodes.filter(one => one.y === y)
      .sort((a, b) => Math.abs(a.x - node.x) - Math.abs(b.x - node.x))[0];
  }

  legend() {
    const scale = SCALES[this.measure];
    const name = this.measure === 'load' ? 'load' : 'pause';
    const line = attributes => svg('svg', {width: 26, height: 8, 'aria-hidden': 'true'},
      svg('path', {class: 'wire', d: 'M0 4H26', ...attributes}));
    const isEmpty = this.topology.edges.length === 0;
    byId('legend').hidden = isEmpty;
    byId('legend').replaceChildren(html('strong', {}, scale.title),
      ...scale.words.map((words, step) => html('span', {},
        line({'stroke-dasharray': scale.dashes[step], style: `stroke: var(--${name}-${step + 1}); stroke-width: ${scale.widths[step]}`}), words)),
      html('span', {}, line({class: 'wire unknown'}), 'no counters'),
      html('span', {}, svg('svg', {width: 26, height: 10, 'aria-hidden': 'true'},
        svg('path', {class: 'wire down', d: 'M0 5H26'}), svg('path', {class: 'cross', d: 'M9 1l8 8m0 -8l-8 8'})), 'down'));
  }
}

/** Octagon, triangle, circle: the shape says how bad it is. */
export function markPath(severity, x, y, r) {
  if (severity === 'critical') {
    const corners = [...Array(8).keys()].map(corner => {
      const angle = Math.PI / 8 + corner * Math.PI / 4;
      return `${(x + r * Math.cos(angle)).toFixed(2)} ${(y + r * Math.sin(angle)).toFixed(2)}`;
    });
    return `M${corners.join('L')}Z`;
  }
  if (severity === 'warning') {
    return `M${x} ${y - r - 1}L${x + r + 1} ${y + r - 1}L${x - r - 1} ${y + r - 1}Z`;
  }
  return `M${x - r + 1} ${y}a${r - 1} ${r - 1} 0 1 0 ${2 * (r - 1)} 0a${r - 1} ${r - 1} 0 1 0 ${-2 * (r - 1)} 0`;
}
