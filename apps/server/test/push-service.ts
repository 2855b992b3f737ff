import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Reach } from '../src/http/index.ts'
import { localhost } from './localhost.ts'

/** What a device reads of a push. */
export interface Pushed {
  readonly device: string
  readonly title: string
  readonly text: string
  readonly url: string
  readonly tag: string
}

/** A push service on this machine, over TLS, with the devices that subscribed: it checks who calls (VAPID) and reads for the devices. */
export async function startPushService(devicesKeys: () => string) {
  const pushed: Pushed[] = []
  const calls: { readonly device: string; readonly ttl: number }[] = []
  const devices = new Map<string, { readonly pair: ReturnType<typeof createECDH>; readonly auth: Buffer }>()
  let status = 201
  const server = createServer(localhost, async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const device = (request.url ?? '').slice('/push/'.length)
    calls.push({ device, ttl: Number(request.headers['ttl']) })
    const keys = devices.get(device)
    const isOurs = isSigned(String(request.headers.authorization), devicesKeys(), `https://localhost:${port()}`)
    if (keys !== undefined && isOurs && status === 201)
      pushed.push({ device, ...JSON.parse(decrypt(Buffer.concat(parts), keys.pair, keys.auth)) })
    response.writeHead(!isOurs ? 403 : keys === undefined ? 410 : status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = () => (server.address() as AddressInfo).port
  const reach: Reach = { allows: (address) => address === '127.0.0.1' || address === '::1', ca: localhost.cert }
  return {
    pushed,
    calls,
    reach,
    /** The operator's list that names it. */
    env: { PUSH_SERVICES: `localhost:${port()}` },
    /** A browser subscribes; gives what it hands to the page. */
    subscribe() {
      const device = randomUUID()
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      devices.set(device, { pair, auth })
      return {
        endpoint: `https://localhost:${port()}/push/${device}`,
        keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    /** The member took the permission back in his browser. */
    unsubscribe({ endpoint }: { readonly endpoint: string }) {
      devices.delete(endpoint.slice(endpoint.lastIndexOf('/') + 1))
    },
    /** What it answers from now on to devices that it knows. */
    answers(next: number) {
      status = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** RFC 8292: a token of ES256 for this service, by the key that devices subscribed with. */
function isSigned(authorization: string, publicKey: string, audience: string): boolean {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/i.exec(authorization)
  if (found === null) return false
  const [, head = '', body = '', signature = '', k = ''] = found
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: jwk, format: 'jwk', dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, sub, exp } = JSON.parse(Buffer.from(body, 'base64url').toString())
  return isRight && k === publicKey && aud === audience && /^mailto:/.test(sub) && exp * 1_000 > Date.now()
}

/** RFC 8188 and 8291: one record of aes128gcm. */
function decrypt(body: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body.readUInt8(20))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32))
  const contentKey = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const record = body.subarray(21 + sender.length)
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}
