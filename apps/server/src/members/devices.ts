import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { connectionOf } from '../http/index.ts'

const cookieName = 'maru_device'
/** As long as browsers keep a cookie. */
export const deviceKeptMs = 400 * 86_400_000

/**
 * Knows a device again by a random id in a cookie that no script reads. It is signed: nobody makes up the id of another's device. It
 * authorizes nothing.
 */
export class Devices {
  readonly #key: Uint8Array

  constructor(key: Uint8Array) {
    this.#key = key
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

  /** Where a request comes from, as a keyed hash of its site; null: an address of this machine or of a private network tells nothing. */
  addressOf({ ip }: FastifyRequest, siteId: number): Buffer | null {
    if (isPrivate(ip)) return null
    return createHmac('sha256', this.#key)
      .update(`ip:${siteId}:${connectionOf(ip)}`)
      .digest()
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

const privateNetworks = new BlockList()
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  privateNetworks.addSubnet(net, prefix, 'ipv4')
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  privateNetworks.addSubnet(net, prefix, 'ipv6')

const isPrivate = (ip: string): boolean => privateNetworks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
