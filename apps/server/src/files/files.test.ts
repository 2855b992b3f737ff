import { deflateSync } from 'node:zlib'
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

const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010002001011100ffd9', 'hex')
const webp = Buffer.from('52494646160000005745425056503858 0a000000000000001f00000f0000'.replaceAll(' ', ''), 'hex')

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
    ['증빙.png', png(16, 16), 'image/png'],
    ['a.JPG', jpeg, 'image/jpeg'],
    ['../../etc/b.webp', webp, 'image/webp'],
  ])('%s is kept as it came, for its sender alone', async (name, bytes, type) => {
    const { status, body } = await upload([[name, bytes]])
    expect([status, body]).toEqual([200, { fileId: expect.any(Number) }])
    const path = `/api/file/${(body as { fileId: number }).fileId}`
    const read = await server.call(path, { token })
    expect(read.body).toEqual({ type, name: name.split('/').at(-1), data: bytes.toString('base64') })
    const other = (await server.login('demo2')).accessToken
    expect(refusal(await server.call(path, { token: other }))).toEqual([404, 'HISTORY_NOT_FOUND'])
  })
})

describe('what is no picture', () => {
  const script = '<script>alert(1)</script>'
  it.each([
    ['a script renamed .png', 'a.png', Buffer.from(script)],
    ['a picture of another name', 'a.jpg', png(16, 16)],
    ['a picture that is called a page', 'a.html', png(16, 16)],
    ['a picture with a page behind it', 'a.png', Buffer.concat([png(16, 16), Buffer.from(script)])],
    ['a picture of 100 megapixels', 'a.png', png(10_000, 10_000)],
    ['a picture of no size', 'a.png', png(0, 16)],
    ['half a picture', 'a.png', png(16, 16).subarray(0, 40)],
    ['half a JPEG', 'a.jpg', jpeg.subarray(0, 12)],
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
    expect(refusal(await upload([['a.png', Buffer.concat([png(1, 1), Buffer.alloc(6_000_000)])]]))).toEqual([
      413,
      'PAYLOAD_TOO_LARGE',
    ])
    expect(refusal(await upload([['a.png', png(1, 1)]], 'no-token'))).toEqual([401, 'UNAUTHENTICATED'])
  })
})
