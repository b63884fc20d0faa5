// The ports behind the drawing, as numbers.

import {byId, html} from './elements.js';
import {UNKNOWN, count, percent, rate, span} from './words.js';

const MOST = 6;

export function showPorts(ports, measure, device) {
  const value = port => measure === 'load' ? port.load : port.pausedShare;
  const counted = ports.filter(port => value(port) !== undefined);
  const rows = (device ? ports.filter(port => port.device === device) : counted)
    .toSorted((a, b) => (value(b) ?? -1) - (value(a) ?? -1))
    .slice(0, device ? 64 : MOST);
  byId('ports-title').textContent = device
    ? `Ports of ${device}` : measure === 'load' ? 'Busiest ports' : 'Ports held longest by pauses';
  byId('all-ports').hidden = !device;
  byId('ports').closest('.ports').hidden = ports.length === 0;
  if (rows.length === 0) {
    byId('ports').replaceChildren(html('p', {class: 'empty'},
      device ? 'Nothing was told of its ports.' : 'No port has two counter samples yet: a rate needs two.'));
    return;
  }
  byId('ports').replaceChildren(html('table', {},
    html('thead', {}, html('tr', {}, ['Port', 'Faces', 'Load', 'Sends', 'Paused', 'Marked/s', 'Age'].map((title, at) =>
      html('th', {scope: 'col', class: at === 3 || at > 4 ? 'number' : null}, title)))),
    html('tbody', {}, rows.map(port => html('tr', {},
      html('td', {class: 'mono'}, `${port.device}:${port.port}`),
      html('td', {class: 'mono'}, port.neighbour ?? UNKNOWN),
      html('td', {}, meter(port.load, 'load'), percent(port.load)),
      html('td', {class: 'number'}, port.isUp === false ? 'link down' : rate(port.txBitsPerSecond)),
      html('td', {}, meter(port.pausedShare, 'pauses'), percent(port.pausedShare)),
      html('td', {class: 'number'}, count(port.markedPacketsPerSecond)),
      html('td', {class: 'number'}, port.ageNs === 0 ? 'newest' : span(port.ageNs)))))));
}

function meter(share, kind) {
  return share === undefined ? null
    : html('span', {class: `meter ${kind}`, 'aria-hidden': 'true'},
      html('i', {style: `width: ${Math.min(100, share * 100).toFixed(1)}%`}));
}
