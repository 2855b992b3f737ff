import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

/** What a clamd of a test does with a file: its reply, or nothing. */
export type Verdict = string | 'silent' | 'closes'

/** A clamd on this machine that speaks INSTREAM: it finds EICAR's test file, unless it is told to do otherwise. `tls`: behind what speaks TLS. */
export async function startClamd(tls: TlsOptions | null = null) {
  let told: Verdict | null = null
  const seen: Buffer[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    sockets.add(socket)
    let heard = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (part: Buffer) => {
      heard = Buffer.concat([heard, part])
      const file = fileIn(heard)
      if (told === 'closes') socket.destroy()
      if (file === null || told === 'silent') return
      seen.push(file)
      const found = file.includes('EICAR-STANDARD-ANTIVIRUS-TEST-FILE')
      socket.end(`${told ?? (found ? 'stream: Eicar-Test-Signature FOUND' : 'stream: OK')}\0`)
    })
  }
  const server = tls === null ? createServer(serve) : createTlsServer(tls, serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Each file that came whole. */
    seen,
    answers(verdict: Verdict | null) {
      told = verdict
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The file of a stream that is through; null while it is not. */
function fileIn(heard: Buffer): Buffer | null {
  const command = Buffer.from('zINSTREAM\0')
  if (!heard.subarray(0, command.length).equals(command)) return null
  const chunks: Buffer[] = []
  for (let at = command.length; at + 4 <= heard.length; ) {
    const size = heard.readUInt32BE(at)
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(heard.subarray(at + 4, at + 4 + size))
    at += 4 + size
  }
  return null
}
