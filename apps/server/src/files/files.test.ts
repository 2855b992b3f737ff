import { once } from 'node:events'
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal } from '../../test/book-calls.ts'
import { startClamd } from '../../test/clamd.ts'
import { startTestServer, type TestServer } from '../../test/harness.ts'
import { requireClean } from './virus-scan.ts'

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
/** A chunk of a PNG, whose sum nobody looks at. */
const chunkOf = (type: string, data: Buffer) =>
  Buffer.concat([Buffer.from([0, 0, 0, data.length]), Buffer.from(type), data, Buffer.alloc(4)])
/** A chunk of text before the end of a PNG, where its readers do not look. */
const withText = Buffer.concat([whole.subarray(0, -12), chunkOf('tEXt', Buffer.from(script)), whole.subarray(-12)])

async function upload(files: readonly (readonly [name: string, bytes: Buffer | string])[], as = token, house = server) {
  const form = new FormData()
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(Buffer.from(bytes as Buffer))]), name)
  const response = await fetch(`${house.url}/api/file?siteInfoId=1`, {
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

/** 400 MB of nothing in 400 kB, packed piece by piece. */
async function packedNothing(): Promise<Buffer> {
  const packer = createDeflate({ level: 9 })
  const packed = packer.toArray()
  for (let megabyte = 0; megabyte < 400; megabyte++)
    if (!packer.write(Buffer.alloc(1_000_000))) await once(packer, 'drain')
  packer.end()
  return Buffer.concat((await packed) as Buffer[])
}

describe('a bomb', () => {
  const chunk = (type: string, data: Buffer) => {
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length, 0)
    ends.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])), 4)
    return Buffer.concat([ends.subarray(0, 4), Buffer.from(type), data, ends.subarray(4)])
  }
  it('beside the pixels of a small picture, or in their place, is not unpacked', async () => {
    const bomb = await packedNothing()
    const named = Buffer.concat([Buffer.from('x\0\0'), bomb])
    const before = process.resourceUsage().maxRSS
    for (const [beside, pixels] of [
      [chunk('iCCP', named), deflateSync(Buffer.alloc(17 * 16))],
      [chunk('zTXt', named), deflateSync(Buffer.alloc(17 * 16))],
      [Buffer.alloc(0), bomb],
    ] as const) {
      const start = Buffer.concat([png(16, 16).subarray(0, 29)])
      const header = chunk('IHDR', start.subarray(16, 29))
      const whole = [start.subarray(0, 8), header, beside, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
      const { status, body } = await upload([['a.png', Buffer.concat(whole)]])
      expect(status, JSON.stringify(body)).toBe(200)
      const { body: kept } = await server.call(`/api/file/${(body as { fileId: number }).fileId}`, { token })
      expect(kept.data.length).toBeLessThan(1_000)
    }
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000)
  })
})

describe('what is no picture', () => {
  it.each([
    ['a script renamed .png', 'a.png', Buffer.from(script), 'IMAGE_TYPE'],
    [
      'a drawing with a script',
      'a.svg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`),
      'IMAGE_TYPE',
    ],
    ['a picture of another name', 'a.jpg', whole, 'IMAGE_TYPE'],
    ['a picture that is called a page', 'a.html', whole, 'IMAGE_TYPE'],
    ['a GIF renamed .png', 'a.png', gif, 'IMAGE_TYPE'],
    ['a GIF', 'a.gif', gif, 'IMAGE_TYPE'],
    ['a picture of 100 megapixels', 'a.png', png(10_000, 10_000), 'IMAGE_PIXELS'],
    ['a picture with a page behind it', 'a.png', Buffer.concat([whole, Buffer.from(script)]), null],
    ['a picture of no size', 'a.png', png(0, 16), 'FILE_REJECTED'],
    ['half a picture', 'a.png', whole.subarray(0, 40), null],
    ['a picture without its pixels', 'a.png', png(16, 16), 'FILE_REJECTED'],
    ['half a JPEG', 'a.jpg', photo.subarray(0, 12), null],
    [
      'a JPEG cut in its pixels',
      'a.jpg',
      Buffer.concat([photo.subarray(0, -40), Buffer.from('ffd9', 'hex')]),
      'FILE_REJECTED',
    ],
    ['a JPEG with a page behind it', 'a.jpg', Buffer.concat([photo, Buffer.from(script)]), null],
    ['a WebP with an archive behind it', 'a.webp', Buffer.concat([webp, Buffer.from('PK\x03\x04')]), null],
    ['a picture that moves', 'a.webp', moving, null],
    ['nothing', 'a.png', Buffer.alloc(0), 'FILE_REJECTED'],
  ])('%s is refused', async (_, name, bytes, code) => {
    const [status, told] = refusal(await upload([[name, bytes]]))
    expect([status, told]).toEqual([400, code ?? expect.stringMatching(/^(IMAGE_TYPE|FILE_REJECTED)$/)])
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

describe('the bounds of a form', () => {
  const boundary = 'edge'
  const post = async (body: Buffer, type = `multipart/form-data; boundary=${boundary}`) => {
    const response = await fetch(`${server.url}/api/file?siteInfoId=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      body: new Uint8Array(body),
    })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  const part = (headers: string, content: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      Buffer.from(content as Buffer),
      Buffer.from('\r\n'),
    ])
  const file = part('Content-Disposition: form-data; name="file"; filename="a.png"', whole)
  const field = part('Content-Disposition: form-data; name="x"', '1')
  const end = Buffer.from(`--${boundary}--\r\n`)
  const filler = Array.from({ length: 5_000 }, (_, nth) => `X-${nth}: 1`).join('\r\n')

  it('are eight parts, each with headers of 2 KiB: a picture among thousands of fields is not looked for', async () => {
    expect((await post(Buffer.concat([field, file, end])))[0]).toBe(200)
    expect(await post(Buffer.concat([...Array<Buffer>(80).fill(field), file, end]))).toEqual([400, 'FILE_REJECTED'])
    const long = part(`${filler}\r\nContent-Disposition: form-data; name="file"; filename="a.png"`, whole)
    expect(await post(Buffer.concat([long, end]))).toEqual([400, 'FILE_REJECTED'])
    expect(await post(Buffer.concat([file, end]), 'multipart/form-data')).toEqual([400, 'FILE_REJECTED'])
    expect((await post(Buffer.concat([file, end]), `multipart/form-data; boundary="${boundary}"`))[0]).toBe(200)
  })
})

describe('a house with clamd', () => {
  const eicar = Buffer.from('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*')
  /** EICAR's test file, in a comment of a PNG that is whole otherwise. */
  const infected = Buffer.concat([whole.subarray(0, -12), chunkOf('tEXt', eicar), whole.subarray(-12)])

  it('keeps what it finds nothing in, and no byte of what it finds something in or does not see', async () => {
    const clamd = await startClamd()
    const guarded = await startTestServer({ env: { CLAMD_URL: clamd.url } })
    const as = (await guarded.login('demo1')).accessToken
    const send = (bytes: Buffer) => upload([['a.png', bytes]], as, guarded)
    const kept = async () => (await guarded.database.run('select count(*)::int as n from member_file'))[0]
    try {
      expect((await send(whole)).status).toBe(200)
      expect(clamd.seen).toEqual([whole])
      expect(refusal(await send(infected))).toEqual([422, 'FILE_INFECTED'])
      for (const verdict of ['closes', 'INSTREAM size limit exceeded. ERROR', 'stream: OK but', '']) {
        clamd.answers(verdict)
        expect(refusal(await send(whole)), verdict).toEqual([503, 'FILE_SCAN_AWAY'])
      }
      clamd.answers(null)
      // More than one chunk of the protocol.
      const large = await sharp({
        create: {
          width: 300,
          height: 300,
          channels: 3,
          noise: { type: 'gaussian', mean: 128, sigma: 60 },
          background: '#000',
        },
      })
        .png()
        .toBuffer()
      expect(large.length).toBeGreaterThan(131_072)
      expect((await send(large)).status).toBe(200)
      expect(clamd.seen.at(-1)?.equals(large)).toBe(true)
      await clamd.close()
      expect(refusal(await send(whole))).toEqual([503, 'FILE_SCAN_AWAY'])
      expect(await kept()).toEqual({ n: 2 })
    } finally {
      await guarded.close()
    }
  })

  it('does not wait for a clamd that says nothing longer than ten seconds', { timeout: 30_000 }, async () => {
    const clamd = await startClamd()
    clamd.answers('silent')
    const address = new URL(clamd.url)
    const asked = requireClean({ host: address.hostname, port: Number(address.port), tls: null }, whole)
    await expect(asked).rejects.toMatchObject({ code: 'FILE_SCAN_AWAY' })
    await clamd.close()
  })
})
