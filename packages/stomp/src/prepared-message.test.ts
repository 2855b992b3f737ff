import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Receiver } from 'ws'
import { FrameParser } from './parser.ts'
import { PreparedMessage } from './prepared-message.ts'

const header = (minLength: number) =>
  fc.string({ unit: 'binary', minLength, maxLength: 20 }).filter((text) => !text.includes('\0'))

test('a prepared message is the frame that each subscription would get alone', () => {
  fc.assert(
    fc.property(
      header(1),
      header(1),
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.option(header(0), { nil: undefined }),
      (destination, subscription, body, ack) => {
        const message = new PreparedMessage(destination, '7', body)
        const { frames, error } = new FrameParser().push(message.frame(subscription, ack))
        expect(error).toBeNull()
        const bytes = Buffer.from(body, 'utf8')
        expect(Object.fromEntries(frames[0]!.headers)).toEqual({
          destination,
          'message-id': '7',
          'content-type': 'application/json',
          'content-length': String(bytes.length),
          subscription,
          ...(ack === undefined ? {} : { ack }),
        })
        expect(Buffer.from(frames[0]!.body)).toEqual(bytes)
      },
    ),
  )
})

test.each([0, 10, 20, 30, 40, 125, 126, 65_300, 65_535, 65_536, 200_000])(
  'a body of %i bytes arrives as one WebSocket text message',
  async (length) => {
    const message = new PreparedMessage('/topic/x', '1', 'x'.repeat(length))
    const receiver = new Receiver({ isServer: false, maxPayload: 0 } as never)
    const received = new Promise<{ data: Buffer; isBinary: boolean }>((resolve, reject) => {
      receiver.on('message', (data: Buffer, isBinary: boolean) => resolve({ data, isBinary }))
      receiver.on('error', reject)
    })
    receiver.write(message.webSocketFrame('sub-0'))
    expect(await received).toEqual({ data: message.frame('sub-0'), isBinary: false })
  },
)
