import { ApiError, errorOfAnswer } from '@maru/client/api/error'
import { accessToken } from '../session/session.ts'
import { siteInfoId } from '../site/store.ts'

const timeoutMs = 60_000

/** Sends a picture and returns the id by which its owner names it. The other calls carry JSON, this one a form. Throws ApiError. */
export async function uploadPicture(file: File): Promise<number> {
  const body = new FormData()
  body.append('file', file)
  const [token, site] = await Promise.all([accessToken(), siteInfoId()])
  const request = {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
    signal: AbortSignal.timeout(timeoutMs),
  }
  const answer = await fetch(`/api/file?siteInfoId=${site}`, request).catch(() => {
    throw new ApiError('NETWORK')
  })
  const reply: unknown = await answer.json().catch(() => undefined)
  if (!answer.ok) throw errorOfAnswer(answer.status, reply)
  return (reply as { fileId: number }).fileId
}
