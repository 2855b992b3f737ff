/** A form of the members' app has one file and no other field. */
const maxParts = 8
/** Name, file name and type of a part. */
const maxHeaderBytes = 2_048

const headersEnd = Buffer.from('\r\n\r\n')

/**
 * Whether a multipart body has no more parts, and no longer headers of a part, than any form of ours: what reads it makes an object of each.
 * False too where the type names no boundary.
 */
export function isBoundedForm(body: Buffer, type: string): boolean {
  const [, quoted, plain] = /;\s?boundary=(?:"([^"\r\n]{1,70})"|([^\s;,"]{1,70}))/i.exec(type.slice(0, 200)) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined) return false
  const delimiter = Buffer.from(`--${boundary}`)
  let parts = 0
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at)) {
    at += delimiter.length
    // The last one has two dashes behind it, and no part.
    if (body[at] === 0x2d && body[at + 1] === 0x2d) return true
    parts += 1
    const headers = body.subarray(at, at + maxHeaderBytes)
    if (parts > maxParts || !headers.includes(headersEnd)) return false
  }
  return true
}
