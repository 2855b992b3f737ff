import fc from 'fast-check'
import { expect, test } from 'vitest'
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
