import type { Server } from 'node:http';

/** Listens on 127.0.0.1 and returns the port; 0 means any free one. */
export function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('the server listens on no port'));
    });
  });
}
