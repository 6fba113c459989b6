// A webhook receiver of the partners in these tests, over TLS: the nodes trust its
// certificate and may call it, although it is on this machine. Each test has a path
// of its own there, says how it answers, and reads what came.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createServer as createPlain, type IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What came to a path. */
export interface Received {
  headers: Record<string, string>;
  body: string;
}

/** Where the receiver is, as tests get to know it. */
export interface Receiver {
  /** What webhooks are registered with: this and a path. */
  origin: string;
  /** Where tests ask what came to a path (GET) and say what it answers (PUT: a status, and where a redirect leads). */
  desk: string;
}

export interface Running extends Receiver {
  /** The file with the certificate that nodes have to trust. */
  certificate: string;
  close(): Promise<void>;
}

export async function startReceiver(folder: string): Promise<Running> {
  const [key, certificate] = [join(folder, 'receiver.key'), join(folder, 'receiver.pem')];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', key, '-out', certificate],
  ]);
  const came = new Map<string, Received[]>();
  const answers = new Map<string, { status: number; location?: string }>();
  const hooks = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (request, response) => {
    void read(request).then((body) => {
      const path = request.url ?? '/';
      came.set(path, [...(came.get(path) ?? []), { headers: request.headers as Record<string, string>, body }]);
      const { status, location } = answers.get(path) ?? { status: 204 };
      response.writeHead(status, location ? { Location: location } : {}).end();
    });
  });
  const desk = createPlain((request, response) => {
    void read(request).then((body) => {
      const path = request.url ?? '/';
      if (request.method === 'PUT') {
        const [status, location] = body.split(' ');
        answers.set(path, { status: Number(status), location });
      }
      response.end(JSON.stringify(came.get(path) ?? []));
    });
  });
  return {
    origin: `https://127.0.0.1:${await listen(hooks)}`,
    desk: `http://127.0.0.1:${await listen(desk)}`,
    certificate,
    close: async () => {
      await Promise.all([hooks, desk].map((server) => new Promise((closed) => server.close(closed).closeAllConnections())));
    },
  };
}

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) {
    body += part;
  }
  return body;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', () => ready()));
  return (server.address() as AddressInfo).port;
}
