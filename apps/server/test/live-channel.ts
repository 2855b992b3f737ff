import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { GatewayConfig } from '../src/gateway/index.ts'
import { type House, openHouse } from './gateway-house.ts'
import { RawPeer, StompPeer } from './stomp-peer.ts'

/** A live channel for each test of a file, and peers that are gone after it. */
export function liveChannel() {
  let dataDir: string
  let house: House | null = null
  const peers: StompPeer[] = []
  const raws: RawPeer[] = []

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'maru-gateway-'))
  })
  afterEach(async () => {
    for (const raw of raws.splice(0)) raw.ws.terminate()
    await Promise.all(peers.splice(0).map((peer) => peer.close()))
    await house?.close()
    house = null
    rmSync(dataDir, { recursive: true })
  })

  const channel = {
    get house(): House {
      if (house === null) throw new Error('open the channel first')
      return house
    },
    async open(config: Partial<GatewayConfig> = {}): Promise<void> {
      house = await openHouse({ dataDir, conflateMs: 5, ...config })
    },
    /** The server stops, as at the end of its process. */
    async stop(): Promise<void> {
      const stopping = channel.house
      house = null
      await stopping.close()
    },
    peer(headers: Record<string, string>, config: ConstructorParameters<typeof StompPeer>[2] = {}): StompPeer {
      const made = new StompPeer(channel.house.port, headers, config)
      peers.push(made)
      return made
    },
    guest: (): Promise<StompPeer> => channel.peer({ siteInfoId: '1' }).ready(),
    async signedIn(access: Parameters<House['token']>[0] = {}): Promise<StompPeer> {
      const token = await channel.house.token(access)
      return channel.peer({ siteInfoId: '1', Authorization: `Bearer ${token}`, login: 'demo1' }).ready()
    },
    raw(options: ConstructorParameters<typeof RawPeer>[1] = {}): RawPeer {
      const made = new RawPeer(channel.house.port, options)
      raws.push(made)
      return made
    },
  }
  return channel
}
