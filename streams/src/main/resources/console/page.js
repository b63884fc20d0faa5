// Reads the API, shows what it says, and reads again when told of a change.

import {byId, copy, html, say} from './elements.js';
import {count, span, time} from './words.js';
import {TopologyDrawing} from './topology.js';
import {showPorts} from './ports.js';
import {redrawJobs, showJobs} from './jobs.js';
import {showFindings} from './findings.js';
import {showForecasts} from './forecasts.js';

const API = 'api/v1';
const AGAIN_MS = 5000;

let fabric = null;
let shown = null;
let health = null;
let reading = null;
let askedMeanwhile = false;

const topology = new TopologyDrawing(() => showPorts(shown.ports, measure(), topology.picked));
const measure = () => document.querySelector('input[name="measure"]:checked').value;

async function get(path) {
  const answer = await fetch(path, {cache: 'no-cache'});
  const body = await answer.json();
  if (!answer.ok && path !== 'health') {
    throw new Error(`${body.message}: ${body.whatToDo}`);
  }
  return body;
}

function read() {
  if (reading) {
    askedMeanwhile = true;
    return;
  }
  reading = readAll().catch(failed).finally(() => {
    reading = null;
    if (askedMeanwhile) {
      askedMeanwhile = false;
      read();
    }
  });
}

async function readAll() {
  health = await get('health');
  showHealth();
  const query = fabric && health.fabrics.includes(fabric) ? `?fabric=${encodeURIComponent(fabric)}` : '?';
  const [frame, drawing, ports, jobs, findings, forecasts] = await Promise.all([
    get(`${API}/frame${query}`), get(`${API}/topology${query}`), get(`${API}/ports${query}&limit=10000`),
    get(`${API}/jobs${query}&steps=200`), get(`${API}/findings${query}&limit=200`), get(`${API}/forecasts${query}&limit=100`),
  ]);
  shown = {frame, drawing, ports: ports.items, jobs: jobs.items, findings: findings.items, forecasts: forecasts.items};
  show();
}

function show() {
  const {frame, drawing, ports, jobs, findings, forecasts} = shown;
  const isEmpty = drawing.nodes.length === 0 && jobs.length === 0;
  fabric = frame.fabric;
  document.title = `${findings.some(one => !one.isOver) ? '(!) ' : ''}${frame.fabric} · Fabric Twin`;
  showFabrics();
  byId('synthetic').hidden = !frame.isSynthetic;
  const folded = Object.values(frame.positions).reduce((sum, next) => sum + next, 0);
  byId('positions').textContent = `${count(folded)} records`;
  byId('positions').title = Object.entries(frame.positions).map(([partition, next]) => `${partition}: ${next}`).join('\n');
  byId('digest').textContent = frame.digest.slice(0, 12);
  topology.show(drawing, findings, measure());
  showPorts(ports, measure(), topology.picked);
  const unread = unreadLog();
  showJobs(jobs, isEmpty, unread);
  const devices = new Set(drawing.nodes.map(node => node.device));
  showFindings(findings, isEmpty, unread, devices, device => {
    topology.pick(device);
    byId('topology').scrollIntoView({block: 'nearest'});
  });
  showForecasts(forecasts, isEmpty);
  showAge();
}

function showFabrics() {
  const choice = byId('fabric');
  const isChoice = health.fabrics.length > 1;
  choice.hidden = !isChoice;
  byId('fabric-name').textContent = isChoice ? '' : fabric;
  choice.replaceChildren(...health.fabrics.map(name => html('option', {value: name, selected: name === fabric}, name)));
}

function showAge() {
  if (!shown) {
    return;
  }
  const {eventTimeReach, eventTimeReachNs} = shown.frame;
  if (eventTimeReach === undefined) {
    byId('reach').textContent = 'no data';
    return;
  }
  const ageNs = Date.now() * 1e6 - eventTimeReachNs;
  byId('reach').textContent = `${time(eventTimeReach)} · ${ageNs < 0 ? `${span(-ageNs)} ahead` : `${span(ageNs)} ago`}`;
}

/** What of the log is not known yet, in words; empty once all that was in it at the start is folded. */
function unreadLog() {
  const {rebuild, state} = health;
  if (rebuild && rebuild.foldedRecords >= rebuild.targetRecords) {
    return '';
  }
  return state.startsWith('waiting') ? 'The log cannot be read yet' : 'The log is still being read';
}

function showHealth() {
  const isReading = health.status === 'up' && unreadLog() !== '';
  const lag = health.lagRecords > 0 ? `${count(health.lagRecords)} behind` : '';
  const place = byId('health');
  if (health.status !== 'up') {
    place.className = 'health down';
    place.textContent = health.state.replaceAll('-', ' ');
  } else if (!health.isComplete) {
    place.className = 'health down';
    place.textContent = ['incomplete', lag].filter(Boolean).join(', ');
  } else if (isReading) {
    place.className = 'health reading';
    place.textContent = ['reading the log', lag].filter(Boolean).join(': ');
  } else {
    place.className = 'health up';
    place.textContent = ['up', lag].filter(Boolean).join(', ');
  }
  place.title = health.instance;
  notice(health.status === 'up' && health.isComplete ? '' : health.detail ?? 'The twin does not run yet.');
}

function notice(text) {
  byId('notice').hidden = text === '';
  byId('notice').textContent = text;
}

function failed(error) {
  byId('health').className = 'health down';
  byId('health').textContent = 'no answer';
  notice(`The twin does not answer (${error.message}). What is shown is what was read before.`);
}

byId('fabric').addEventListener('change', event => {
  fabric = event.target.value;
  read();
});
byId('digest').addEventListener('click', event => shown && copy(shown.frame.digest, event.currentTarget));
byId('all-ports').addEventListener('click', () => topology.pick(topology.picked));
for (const input of document.querySelectorAll('input[name="measure"]')) {
  input.addEventListener('change', () => {
    if (shown) {
      topology.show(shown.drawing, shown.findings, measure());
      showPorts(shown.ports, measure(), topology.picked);
      say(`Links show ${measure()}`);
    }
  });
}
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redrawJobs);

const changes = new EventSource(`${API}/stream`);
changes.addEventListener('changed', read);
setInterval(read, AGAIN_MS);
setInterval(showAge, 1000);
read();
