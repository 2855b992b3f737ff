import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Courier, Outcome } from '../src/outgoing/index.ts'

type Mode = 'takes' | 'refuses' | 'breaks' | 'silent' | 'takes-silently'

/** A provider that takes calls under their ids, in a mood that the test chooses. */
export async function startPeer() {
  const calls: { readonly id: string; readonly path: string }[] = []
  const taken = new Set<string>()
  let mode: Mode = 'takes'
  const server = createServer((request, response) => {
    const id = String(request.headers['idempotency-key'])
    calls.push({ id, path: request.url ?? '' })
    if (request.url === '/status') return void response.writeHead(taken.has(id) ? 200 : 404).end()
    if (mode === 'takes' || mode === 'takes-silently') taken.add(id)
    if (mode === 'breaks') return void request.socket.destroy()
    if (mode === 'takes') response.writeHead(200).end()
    if (mode === 'refuses') response.writeHead(400).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    taken,
    set: (next: Mode) => {
      mode = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Calls the peer. A payout asks what became of a lost answer; other kinds are sent again. */
export function peerCourier(url: string, asks: boolean, mostAttempts = 4): Courier {
  const call = (path: string, id: string, signal: AbortSignal) =>
    fetch(new URL(path, url), { method: 'POST', headers: { 'idempotency-key': id }, signal })
  return {
    mostAttempts,
    forgets: !asks,
    expiresAt: ({ payload }) => (payload['expiresAt'] as number | undefined) ?? null,
    async send({ id }, signal): Promise<Outcome> {
      const { ok, status } = await call('/send', id, signal)
      return ok ? { state: 'SENT' } : { state: 'FAILED', error: `refused with ${status}` }
    },
    ...(asks && {
      async resolve({ id }, signal): Promise<Outcome> {
        const { ok } = await call('/status', id, signal)
        return ok ? { state: 'SENT' } : { state: 'AGAIN', error: 'not known there' }
      },
    }),
  }
}
