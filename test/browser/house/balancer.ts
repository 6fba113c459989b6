// A balancer that remembers nobody: each request goes to the next node. So every
// journey crosses from node to node at every step.
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a browser's name tells its address, where a header cannot. */
export const from = 'from/';

export interface Balancer {
  origin: string;
  /** The origins that requests go to. */
  nodes: string[];
  close(): Promise<void>;
}

/** Starts one that is called by this name, or by its address. */
export async function startBalancer(name = '127.0.0.1'): Promise<Balancer> {
  const nodes: string[] = [];
  let turn = 0;
  const server = createServer((request, response) => {
    const node = nodes[turn++ % nodes.length];
    if (node) {
      forward(new URL(node), request, response);
    } else {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://${name}:${port}`,
    nodes,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function forward(node: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path } = request;
  const [, address] = (request.headers['user-agent'] ?? '').split(from);
  const headers = address ? { ...request.headers, 'x-forwarded-for': address } : request.headers;
  const onward = ask({ host: node.hostname, port: node.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(response);
  });
  onward.on('error', () => response.destroy());
  response.on('close', () => onward.destroy()); // who leaves has left the node too
  request.pipe(onward);
}
