/* boardgame.io beside Cincy: `server PORT` serves a minimal game from memory, `players PORT TABLES RATE SECONDS` plays it.
   RATE is moves a second at each table, 0: as fast as it goes. Prints one JSON object. */
"use strict";
const { performance } = require("node:perf_hooks");
const [, , role, port, tables, rate, seconds] = process.argv;
const SEATS = 6;

/* Moves of the same shape as ours: a seat says five dice, everybody sees them, the log keeps them. */
const game = {
  name: "dice",
  setup: () => ({ dice: Array(SEATS).fill(null), told: 0 }),
  turn: { activePlayers: { all: "roll" } },
  phases: {},
  moves: {
    roll: ({ G, playerID }, dice) => {
      G.dice[Number(playerID)] = dice;
      G.told += 1;
    },
  },
};

const serve = () => {
  const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");
  const server = Server({ games: [game], origins: [Origins.LOCALHOST], apiOrigins: [] });
  server.run({ port: Number(port), callback: () => console.log("ready") });
};

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

const table = async (number, heard) => {
  const { Client } = require("boardgame.io/dist/cjs/client.js");
  const { SocketIO } = require("boardgame.io/dist/cjs/multiplayer.js");
  const state = { sent: 0, told: 0, waiting: 0, done: null };
  const clients = [...Array(SEATS).keys()].map((seat) => {
    const multiplayer = SocketIO({ server: `http://127.0.0.1:${port}` });
    return new Client({ game, multiplayer, matchID: `m${process.pid}-${number}`, playerID: String(seat), numPlayers: SEATS, debug: false });
  });
  const seen = clients.map(() => 0);
  clients.forEach((client, seat) => {
    client.start();
    client.subscribe((now) => {
      if (!now || !now.isConnected || now.G.told <= seen[seat]) return;
      seen[seat] = now.G.told;
      if (seat === state.mover || now.G.told !== state.told) return;
      heard.push(performance.now() - state.sent);
      state.waiting -= 1;
      if (state.waiting === 0) state.done?.();
    });
  });
  while (!clients.every((client) => client.getState()?.isConnected)) await sleep(20);
  let turn = 0;
  const move = () =>
    new Promise((done) => {
      state.mover = turn % SEATS;
      state.told += 1;
      state.waiting = SEATS - 1;
      state.done = done;
      state.sent = performance.now();
      clients[state.mover].moves.roll([1, 2, 3, 4, 1 + (turn++ % 6)]);
      setTimeout(done, 5000);
    });
  return { move, stop: () => clients.forEach((client) => client.stop()) };
};

const play = async () => {
  const heard = [];
  const all = await Promise.all([...Array(Number(tables)).keys()].map((number) => table(number, heard)));
  let moves = 0;
  const began = performance.now();
  const end = began + Number(seconds) * 1000;
  await Promise.all(
    all.map(async (one, number) => {
      const pause = Number(rate) ? 1000 / Number(rate) : 0;
      if (pause) await sleep((pause * number) / all.length);
      while (performance.now() < end) {
        const next = performance.now() + pause;
        await one.move();
        moves += 1;
        if (next > performance.now()) await sleep(next - performance.now());
      }
    }),
  );
  all.forEach((one) => one.stop());
  const told = { moves, seconds: (performance.now() - began) / 1000, heard: heard.map((ms) => Math.round(ms * 10) / 10) };
  process.stdout.write(`${JSON.stringify(told)}\n`, () => process.exit(0));
};

if (role === "server") serve();
else play();
