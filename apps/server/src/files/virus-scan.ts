import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Refused } from '../http/index.ts'
import type { PeerTls } from '../tls.ts'

/** Where clamd listens. */
export interface Clamd {
  readonly host: string
  readonly port: number
  /** clamd itself speaks plain TCP: what speaks TLS stands in front of it. null: it is spoken to as it is. */
  readonly tls: PeerTls | null
}

const timeoutMs = 10_000
const mostReply = 1_024
/** clamd takes a file in chunks (clamd(8), INSTREAM). */
const chunkBytes = 65_536

/**
 * Refuses bytes in which clamd finds something, and all bytes while it does not answer: nothing is taken unseen. Null: no clamd is
 * configured, and nothing is asked.
 */
export async function requireClean(clamd: Clamd | null, bytes: Buffer): Promise<void> {
  if (clamd === null) return
  const reply = await ask(clamd, bytes).catch(() => '')
  if (/^stream: .+ FOUND$/.test(reply)) throw new Refused('FILE_INFECTED')
  if (reply !== 'stream: OK') throw new Refused('FILE_SCAN_AWAY')
}

/** What clamd says of the bytes. */
function ask({ host, port, tls }: Clamd, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls === null ? connect({ host, port }) : connectTls({ ...tls, host, port })
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('clamd is silent')))
    const deadline = setTimeout(() => socket.destroy(new Error('clamd is slow')), timeoutMs)
    let reply = ''
    socket.on(tls === null ? 'connect' : 'secureConnect', () => {
      socket.write('zINSTREAM\0')
      for (let at = 0; at < bytes.length; at += chunkBytes) {
        const chunk = bytes.subarray(at, at + chunkBytes)
        socket.write(sizeOf(chunk.length))
        socket.write(chunk)
      }
      socket.write(sizeOf(0))
    })
    socket.setEncoding('latin1').on('data', (part: string) => {
      reply += part
      if (reply.includes('\0') || reply.length > mostReply) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(deadline)
      const end = reply.indexOf('\0')
      if (end < 0) reject(new Error('clamd closed before it answered'))
      else resolve(reply.slice(0, end))
    })
  })
}

function sizeOf(size: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(size)
  return bytes
}
