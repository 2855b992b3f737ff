import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = (await server.login('demo1')).accessToken
})
afterAll(() => server.close())

/** A grey PNG of the size that its header names. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    return Buffer.concat([head, body, type === 'IEND' ? Buffer.from('ae426082', 'hex') : Buffer.alloc(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const plain = (side = 16) => sharp({ create: { width: side, height: side, channels: 3, background: '#2a6' } })
const script = '<script>alert(1)</script>'
const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const whole = await plain().png().toBuffer()
// A photo as a phone takes it: lying, with the place where it was taken.
const photo = await sharp({ create: { width: 32, height: 16, channels: 3, background: '#c33' } })
  .jpeg()
  .withMetadata({ orientation: 6 })
  .withExifMerge({ IFD0: { Copyright: script }, IFD3: { GPSLatitude: '37/1 33/1 0/1' } })
  .toBuffer()
const webp = await plain().webp().toBuffer()
const moving = await sharp([whole, await plain().negate().png().toBuffer()], { join: { animated: true } })
  .webp({ loop: 0 })
  .toBuffer()
/** A chunk of text before the end of a PNG, where its readers do not look. */
const withText = Buffer.concat([
  whole.subarray(0, -12),
  Buffer.from([0, 0, 0, script.length]),
  Buffer.from(`tEXt${script}`),
  Buffer.from('00000000', 'hex'),
  whole.subarray(-12),
])

async function upload(files: readonly (readonly [name: string, bytes: Buffer | string])[], as = token) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(Buffer.from(bytes as Buffer))]), name)
  const response = await fetch(`${server.url}/api/file?siteInfoId=1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}` },
    body: form,
  })
  return { status: response.status, body: (await response.json()) as never, headers: response.headers }
}

describe('a picture', () => {
  it.each([
    ['증빙.png', whole, 'image/png', 16],
    ['a page in it.png', withText, 'image/png', 16],
    ['a.JPG', photo, 'image/jpeg', 32],
    ['../../etc/b.webp', webp, 'image/webp', 16],
  ])('%s is drawn anew under a name of the house, for its sender alone', async (name, bytes, type, height) => {
    const { status, body } = await upload([[name, bytes]])
    expect([status, body]).toEqual([200, { fileId: expect.any(Number) }])
    const path = `/api/file/${(body as { fileId: number }).fileId}`
    const read = await server.call(path, { token })
    const kept = read.body as { type: string; name: string; data: string }
    expect([kept.type, kept.name]).toEqual([type, expect.stringMatching(/^[\da-f-]{36}\.(png|jpeg|webp)$/)])
    const data = Buffer.from(kept.data, 'base64')
    expect(await sharp(data).metadata()).toMatchObject({ format: type.slice(6), width: 16, height })
    expect((await sharp(data).metadata()).exif).toBeUndefined()
    expect(data.includes('GPS') || data.includes(script)).toBe(false)
    expect(read.headers.get('content-type')).toMatch(/^application\/json/)
    expect(read.headers.get('x-content-type-options')).toBe('nosniff')
    const other = (await server.login('demo2')).accessToken
    expect(refusal(await server.call(path, { token: other }))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})

describe('what is no picture', () => {
  it.each([
    ['a script renamed .png', 'a.png', Buffer.from(script)],
    ['a picture of another name', 'a.jpg', whole],
    ['a picture that is called a page', 'a.html', whole],
    ['a picture with a page behind it', 'a.png', Buffer.concat([whole, Buffer.from(script)])],
    ['a picture of 100 megapixels', 'a.png', png(10_000, 10_000)],
    ['a picture of no size', 'a.png', png(0, 16)],
    ['half a picture', 'a.png', whole.subarray(0, 40)],
    ['a picture without its pixels', 'a.png', png(16, 16)],
    ['half a JPEG', 'a.jpg', photo.subarray(0, 12)],
    ['a JPEG cut in its pixels', 'a.jpg', Buffer.concat([photo.subarray(0, -40), Buffer.from('ffd9', 'hex')])],
    ['a GIF renamed .png', 'a.png', gif],
    ['a GIF', 'a.gif', gif],
    ['a JPEG with a page behind it', 'a.jpg', Buffer.concat([photo, Buffer.from(script)])],
    ['a WebP with an archive behind it', 'a.webp', Buffer.concat([webp, Buffer.from('PK\x03\x04')])],
    ['a picture that moves', 'a.webp', moving],
    ['nothing', 'a.png', Buffer.alloc(0)],
  ])('%s is refused', async (_, name, bytes) => {
    expect(refusal(await upload([[name, bytes]]))).toEqual([400, 'FILE_REJECTED'])
  })

  it('is refused too: two files, no file, another form, too many bytes, a guest', async () => {
    expect(
      refusal(
        await upload([
          ['a.png', png(1, 1)],
          ['b.png', png(1, 1)],
        ]),
      ),
    ).toEqual([400, 'FILE_REJECTED'])
    expect(refusal(await upload([]))[1]).toMatch(/FILE_REJECTED|INVALID_REQUEST/)
    const json = await server.call('/api/file', { token, body: { file: 'x' } })
    expect(refusal(json)).toEqual([400, 'FILE_REJECTED'])
    for (const size of [5 * 1024 * 1024 + 1, 6_000_000])
      expect(refusal(await upload([['a.png', Buffer.concat([whole, Buffer.alloc(size - whole.length)])]]))).toEqual([
        413,
        'PAYLOAD_TOO_LARGE',
      ])
    expect(refusal(await upload([['a.png', png(1, 1)]], 'no-token'))).toEqual([401, 'UNAUTHENTICATED'])
  })
})
