import { request } from 'node:https'
import { guardedLookup, httpsUrl, isAllowedHost, type Reach, Refused } from '../http/index.ts'

const timeoutMs = 15_000

/** The text at a public https:// address, up to `mostBytes`. Redirects are not followed: they could lead anywhere. Refuses what is no such address, does not answer or is longer. */
export async function fetchText(address: string, reach: Reach, mostBytes: number): Promise<string> {
  const url = await httpsUrl(address, reach)
  if (typeof url === 'string' || !isAllowedHost(url, reach)) throw new Refused('IMPORT_ADDRESS')
  const bytes = await download(url, reach, mostBytes).catch((error: unknown) => {
    throw error instanceof Refused ? error : new Refused('IMPORT_UNREACHABLE')
  })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Refused('IMPORT_UNREADABLE')
  }
}

function download(url: URL, reach: Reach, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const ca = reach.ca === null ? {} : { ca: reach.ca }
    const signal = AbortSignal.timeout(timeoutMs)
    const call = request(url, { agent: false, signal, lookup: guardedLookup(reach), ...ca }, (answer) => {
      if (answer.statusCode !== 200) {
        answer.destroy()
        reject(new Error(`answered ${answer.statusCode}`))
        return
      }
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        if (size > mostBytes) {
          answer.destroy()
          reject(new Refused('IMPORT_TOO_LARGE'))
        } else parts.push(part)
      })
      answer.on('end', () => resolve(Buffer.concat(parts)))
      answer.on('error', reject)
    })
    call.on('error', reject)
    call.end()
  })
}
