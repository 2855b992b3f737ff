import { describe, expect, test } from 'vitest'
import type { Frame } from './frame.ts'
import { FrameParser } from './parser.ts'
import { PreparedMessage } from './prepared-message.ts'
import { type Problem, type SessionConfig, StompSession, type Subscription } from './session.ts'

const connectFrame = 'CONNECT\naccept-version:1.2\nhost:maru\n\n\0'

/** A session with a transport that remembers, a clock that stands still, and a host that lets all in. */
function open(
  config: SessionConfig & { admit?: Promise<Problem | null>; refuse?: Problem; late?: Promise<Problem | null> } = {},
) {
  const parser = new FrameParser()
  const sent: Frame[] = []
  const asked: string[] = []
  const time = { now: 0 }
  let beats = 0
  let closed: [code: number, reason: string] | null = null
  const subscriptions: Subscription[] = []
  const session: StompSession = new StompSession(
    {
      send: (bytes) => {
        if (bytes.length === 1) beats += 1
        else sent.push(...parser.push(bytes).frames)
      },
      close: (code, reason) => {
        closed = [code, reason]
      },
    },
    {
      connect: async (headers) => {
        asked.push(`connect ${headers.get('host')}`)
        return config.admit ?? null
      },
      subscribe: (subscription) => {
        asked.push(`subscribe ${subscription.id} ${subscription.destination}`)
        subscriptions.push(subscription)
        return config.late ?? config.refuse ?? null
      },
      unsubscribe: ({ id }) => asked.push(`unsubscribe ${id}`),
      send: (destination, frame) => {
        asked.push(`send ${destination} ${Buffer.from(frame.body)}`)
        return config.refuse ?? null
      },
    },
    { clock: () => time.now, tickMs: 1_000, ...config },
  )
  const commands = () => sent.map(({ command }) => command)
  const last = () => ({ command: sent.at(-1)?.command, headers: Object.fromEntries(sent.at(-1)?.headers ?? []) })
  const connect = async (frame = connectFrame) => {
    session.receive(frame)
    await Promise.resolve()
    await Promise.resolve()
    await Promise.resolve()
  }
  return {
    session,
    sent,
    asked,
    time,
    subscriptions,
    commands,
    last,
    connect,
    get beats() {
      return beats
    },
    get closed() {
      return closed
    },
  }
}

describe('CONNECT', () => {
  test.each(['CONNECT', 'STOMP'])('%s is answered by CONNECTED with version and heart-beat', async (command) => {
    const peer = open()
    await peer.connect(connectFrame.replace('CONNECT', command))
    expect(peer.last()).toEqual({
      command: 'CONNECTED',
      headers: { version: '1.2', 'heart-beat': '10000,10000', server: 'maru' },
    })
    expect(peer.asked).toEqual(['connect maru'])
  })

  test.each(['accept-version:1.0,1.1\n', '', 'accept-version:2.0\n'])(
    'without a common version (%j) the ERROR names the versions that are spoken',
    async (versions) => {
      const peer = open()
      await peer.connect(`CONNECT\n${versions}host:maru\n\n\0`)
      expect(peer.last()).toMatchObject({ command: 'ERROR', headers: { version: '1.2' } })
      expect(peer.closed).not.toBeNull()
      expect(peer.asked).toEqual([])
    },
  )

  test.each([['a heart-beat that is none', 'CONNECT\naccept-version:1.2\nhost:a\nheart-beat:soon\n\n\0']])(
    'with %s it is refused before anyone is asked',
    async (_name, frame) => {
      const peer = open()
      await peer.connect(frame)
      expect(peer.commands()).toEqual(['ERROR'])
      expect(peer.asked).toEqual([])
    },
  )

  test.each([
    ['without host', 'CONNECT\naccept-version:1.2\n\n\0'],
    ['with an empty host', 'CONNECT\naccept-version:1.2\nhost:\n\n\0'],
    ['with more versions than one', 'CONNECT\naccept-version:1.0, 1.1, 1.2\n\n\0'],
  ])('comes in %s: clients of other versions send it so', async (_name, frame) => {
    const peer = open()
    await peer.connect(frame)
    expect(peer.commands()).toEqual(['CONNECTED'])
  })

  test.each([
    'SUBSCRIBE\nid:1\ndestination:/x\n\n\0',
    'SEND\ndestination:/x\n\n\0',
    'DISCONNECT\n\n\0',
    'MESSAGE\n\n\0',
  ])('must come before %j', async (frame) => {
    const peer = open()
    await peer.connect(frame)
    expect(peer.commands()).toEqual(['ERROR'])
    expect(peer.closed).toEqual([1002, 'error'])
  })

  test('may come once', async () => {
    const peer = open()
    await peer.connect()
    peer.session.receive(connectFrame)
    expect(peer.commands()).toEqual(['CONNECTED', 'ERROR'])
  })

  test('who is refused gets the host’s words and a closed connection', async () => {
    const peer = open({ admit: Promise.resolve({ message: 'TOKEN_EXPIRED', body: '{}' }) })
    await peer.connect()
    expect(peer.last()).toMatchObject({
      command: 'ERROR',
      headers: { message: 'TOKEN_EXPIRED', 'content-type': 'application/json', 'content-length': '2' },
    })
    expect(peer.session.connected).toBe(false)
  })

  test('frames that did not wait for CONNECTED are taken after it, in order', async () => {
    let admitted: (problem: Problem | null) => void = () => undefined
    const admit = new Promise<Problem | null>((resolve) => {
      admitted = resolve
    })
    const peer = open({ admit })
    await peer.connect(`${connectFrame}SUBSCRIBE\nid:1\ndestination:/a\n\n\0SEND\ndestination:/b\nreceipt:r\n\n\0`)
    expect(peer.sent).toEqual([])
    admitted(null)
    await admit
    await peer.connect('\n')
    expect(peer.asked).toEqual(['connect maru', 'subscribe 1 /a', 'send /b '])
    expect(peer.commands()).toEqual(['CONNECTED', 'RECEIPT'])
  })

  test('too many of them end the session', async () => {
    const peer = open({ admit: new Promise(() => undefined) })
    await peer.connect(connectFrame)
    for (let i = 0; i < 65; i++) peer.session.receive('SEND\ndestination:/b\n\n\0')
    expect(peer.commands()).toEqual(['ERROR'])
  })

  test('a client that leaves while it is looked at is not let in', async () => {
    let admitted: (problem: Problem | null) => void = () => undefined
    const admit = new Promise<Problem | null>((resolve) => {
      admitted = resolve
    })
    const peer = open({ admit })
    await peer.connect()
    peer.session.transportClosed()
    admitted(null)
    await peer.connect('\n')
    expect(peer.sent).toEqual([])
    expect(peer.session.connected).toBe(false)
  })
})

describe('a connected client', () => {
  const connected = async (config: Parameters<typeof open>[0] = {}) => {
    const peer = open(config)
    await peer.connect()
    return peer
  }

  test.each([
    'SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r-1\n\n\0',
    'SEND\ndestination:/a\nreceipt:r-1\n\nbody\0',
    'DISCONNECT\nreceipt:r-1\n\n\0',
  ])('gets a receipt for %j', async (frame) => {
    const peer = await connected()
    peer.session.receive(frame)
    expect(peer.last()).toEqual({ command: 'RECEIPT', headers: { 'receipt-id': 'r-1' } })
  })

  test('gets the receipt of SUBSCRIBE once its host has begun, or is refused then', async () => {
    for (const problem of [null, { message: 'REFUSED' }]) {
      const { promise, resolve } = Promise.withResolvers<Problem | null>()
      const peer = open({ late: promise })
      await peer.connect()
      peer.session.receive('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r-1\n\n\0')
      expect(peer.commands()).toEqual(['CONNECTED'])
      resolve(problem)
      await promise
      expect(peer.commands()).toEqual(['CONNECTED', problem === null ? 'RECEIPT' : 'ERROR'])
    }
  })

  test('has its connection closed after DISCONNECT, the receipt first', async () => {
    const peer = await connected()
    peer.session.receive('DISCONNECT\nreceipt:77\n\n\0SEND\ndestination:/late\n\n\0')
    expect(peer.commands()).toEqual(['CONNECTED', 'RECEIPT'])
    expect(peer.closed).toEqual([1000, 'disconnected'])
    expect(peer.asked).toEqual(['connect maru'])
  })

  test('is told which frame was refused', async () => {
    const peer = await connected({ refuse: { message: 'NO' } })
    peer.session.receive('SUBSCRIBE\nid:1\ndestination:/a\nreceipt:r:1\n\n\0')
    expect(peer.last()).toEqual({ command: 'ERROR', headers: { message: 'NO', 'receipt-id': 'r:1' } })
    expect([...peer.session.subscriptions]).toEqual([])
  })

  test.each([
    ['a used subscription id', 'SUBSCRIBE\nid:1\ndestination:/a\n\n\0SUBSCRIBE\nid:1\ndestination:/b\n\n\0'],
    ['SUBSCRIBE without id', 'SUBSCRIBE\ndestination:/a\n\n\0'],
    ['SUBSCRIBE without destination', 'SUBSCRIBE\nid:1\n\n\0'],
    ['an unknown ack mode', 'SUBSCRIBE\nid:1\ndestination:/a\nack:maybe\n\n\0'],
    ['UNSUBSCRIBE of nothing', 'UNSUBSCRIBE\nid:1\n\n\0'],
    ['SEND without destination', 'SEND\n\n\0'],
    ['BEGIN', 'BEGIN\ntransaction:t\n\n\0'],
    ['COMMIT', 'COMMIT\ntransaction:t\n\n\0'],
    ['ABORT', 'ABORT\ntransaction:t\n\n\0'],
    ['SEND in a transaction', 'SEND\ndestination:/a\ntransaction:t\n\n\0'],
    ['ACK of no message', 'ACK\nid:1\n\n\0'],
    ['NACK without id', 'NACK\n\n\0'],
    ['a server frame', 'MESSAGE\n\n\0'],
    ['an unknown command', 'HELLO\n\n\0'],
    ['a malformed frame', 'SEND\nnonsense\n\n\0'],
  ])('is sent ERROR and closed for %s', async (_name, frame) => {
    const peer = await connected()
    peer.session.receive(frame)
    expect(peer.commands().at(-1)).toBe('ERROR')
    expect(peer.closed).not.toBeNull()
    peer.session.receive('SEND\ndestination:/late\n\n\0')
    expect(peer.asked).not.toContain('send /late ')
  })

  test('may hold a bounded number of subscriptions, and reuse an id that it gave up', async () => {
    const peer = await connected({ maxSubscriptions: 2 })
    peer.session.receive('SUBSCRIBE\nid:1\ndestination:/a\n\n\0SUBSCRIBE\nid:2\ndestination:/a\n\n\0')
    peer.session.receive('UNSUBSCRIBE\nid:1\n\n\0SUBSCRIBE\nid:1\ndestination:/b\n\n\0')
    expect(peer.closed).toBeNull()
    peer.session.receive('SUBSCRIBE\nid:3\ndestination:/a\n\n\0')
    expect(peer.commands().at(-1)).toBe('ERROR')
  })

  test('acknowledges messages of a client mode by their own ids, and those of auto not at all', async () => {
    const peer = await connected()
    peer.session.receive('SUBSCRIBE\nid:1\ndestination:/a\nack:client\n\n\0SUBSCRIBE\nid:2\ndestination:/a\n\n\0')
    const message = new PreparedMessage('/a', 'm', '{}')
    for (const subscription of peer.subscriptions) peer.session.deliver(subscription, message)
    const [first, second] = peer.sent.slice(-2).map((frame) => frame.headers.get('ack'))
    expect([first, second]).toEqual(['1', undefined])
    peer.session.receive('ACK\nid:1\nreceipt:a\n\n\0NACK\nid:1\nreceipt:b\n\n\0')
    expect(peer.commands().slice(-2)).toEqual(['RECEIPT', 'RECEIPT'])
    peer.session.receive('ACK\nid:2\n\n\0')
    expect(peer.commands().at(-1)).toBe('ERROR')
  })
})

describe('heart-beats', () => {
  const beating = 'CONNECT\naccept-version:1.2\nhost:a\nheart-beat:5000,20000\n\n\0'

  test('the server sends one before the agreed time has passed in silence', async () => {
    const peer = open()
    await peer.connect(beating)
    peer.time.now = 18_999
    peer.session.receive('\n')
    peer.session.tick()
    expect(peer.beats).toBe(0)
    peer.time.now = 19_000
    peer.session.tick()
    expect(peer.beats).toBe(1)
  })

  test('what is written past the session counts as one', async () => {
    const peer = open()
    await peer.connect(beating)
    peer.time.now = 19_000
    peer.session.wrote(15_000)
    peer.session.receive('\n')
    peer.session.tick()
    expect(peer.beats).toBe(0)
  })

  test('a client that is silent for twice the agreed time is given up', async () => {
    const peer = open()
    await peer.connect(beating)
    peer.time.now = 20_000
    peer.session.tick()
    expect(peer.closed).toBeNull()
    peer.time.now = 20_001
    peer.session.tick()
    expect(peer.closed).not.toBeNull()
  })

  test('its line ends keep it alive', async () => {
    const peer = open()
    await peer.connect(beating)
    for (let at = 0; at <= 100_000; at += 5_000) {
      peer.time.now = at
      peer.session.receive('\n')
      peer.session.tick()
    }
    expect(peer.closed).toBeNull()
  })

  test('a client that promised none may be silent', async () => {
    const peer = open()
    await peer.connect()
    peer.time.now = 1_000_000
    peer.session.tick()
    expect(peer.closed).toBeNull()
    expect(peer.beats).toBe(0)
    expect(peer.session.beats).toBe(false)
  })

  test('a connection on which no CONNECT comes is closed', () => {
    const peer = open({ connectTimeoutMs: 3_000 })
    peer.time.now = 3_001
    peer.session.tick()
    expect(peer.commands()).toEqual(['ERROR'])
  })
})
