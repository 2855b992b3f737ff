import { connect } from 'node:net'
import { hostname } from 'node:os'
import { connect as connectTls } from 'node:tls'
import type { PeerTls } from '../tls.ts'
import type { LogReceiver } from './receiver.ts'
import type { SealedAct } from './store.ts'

export interface SyslogPlace {
  readonly host: string
  readonly port: number
  /** null: plain TCP. */
  readonly tls: PeerTls | null
}

/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5

/**
 * Syslog messages (RFC 5424) with their length before them, over TLS (RFC 5425) or TCP (RFC 6587). The protocol acknowledges nothing: a
 * connection carries one page, and counts as read once the receiver has closed it after our end. A receiver that closes what it has not read
 * can lose a page so; it sees that by the places and hashes, which follow each other.
 */
export function syslogReceiver({ host, port, tls }: SyslogPlace): LogReceiver {
  return {
    send: (lines, signal) =>
      new Promise((resolve, reject) => {
        const socket = tls === null ? connect({ host, port }) : connectTls({ ...tls, host, port })
        let [isWritten, isRead] = [false, false]
        const abort = () => socket.destroy(new Error('the receiver of the log of staff does not answer'))
        if (signal.aborted) abort()
        signal.addEventListener('abort', abort, { once: true })
        socket.on(tls === null ? 'connect' : 'secureConnect', () => socket.end(Buffer.concat(lines.map(frameOf))))
        socket.on('finish', () => {
          isWritten = true
        })
        socket.on('end', () => {
          isRead = isWritten
        })
        socket.on('error', reject)
        socket.on('close', () => {
          signal.removeEventListener('abort', abort)
          if (isRead) resolve()
          else reject(new Error('the receiver of the log of staff closed before it had read all'))
        })
        socket.resume()
      }),
  }
}

/** The place and hash of an act are structured data; the act itself is the message, as JSON. */
export function frameOf({ act, seq, hash }: SealedAct): Buffer {
  const data = `[seal@32473 seq="${seq}" hash="${hash}"]`
  const head = `<${priority}>1 ${new Date(act.at).toISOString()} ${hostName} maru - staff ${data}`
  const message = Buffer.from(`${head} \uFEFF${JSON.stringify({ act, seq, hash })}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

const hostName =
  hostname()
    .replace(/[^\x21-\x7e]/g, '')
    .slice(0, 255) || '-'
