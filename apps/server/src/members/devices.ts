import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { derivedKey } from '../http/index.ts'

const cookieName = 'maru_device'
/** As long as browsers keep a cookie. */
export const deviceKeptMs = 400 * 86_400_000

/**
 * Knows a device again by a random id in a cookie that no script reads. It is signed: nobody makes up the id of another's device. It
 * authorizes nothing.
 */
export class Devices {
  readonly #key: Uint8Array

  constructor(tokenSecret: string) {
    this.#key = derivedKey(tokenSecret, 'device')
  }

  /** The device of a request, a new one where it names none, as a keyed hash of its site. Its cookie lasts from now on. */
  of(request: FastifyRequest, reply: FastifyReply, siteId: number): Buffer {
    const id = this.#known(request.headers.cookie) ?? randomBytes(16).toString('base64url')
    const secure = request.protocol === 'https' ? '; Secure' : ''
    const value = `${id}.${this.#mac(id)}`
    reply.header(
      'set-cookie',
      `${cookieName}=${value}; Path=/api/; Max-Age=${deviceKeptMs / 1000}; HttpOnly; SameSite=Strict${secure}`,
    )
    return createHmac('sha256', this.#key).update(`site:${siteId}:${id}`).digest()
  }

  #known(cookies: string | undefined): string | null {
    const [, id, mac] = /(?:^|;\s*)maru_device=([\w-]{22})\.([\w-]{43})(?:;|$)/.exec(cookies ?? '') ?? []
    if (id === undefined || mac === undefined) return null
    return timingSafeEqual(Buffer.from(mac), Buffer.from(this.#mac(id))) ? id : null
  }

  #mac(id: string): string {
    return createHmac('sha256', this.#key).update(`id:${id}`).digest('base64url')
  }
}
