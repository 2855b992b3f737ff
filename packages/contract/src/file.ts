import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Id, IdParam } from './primitives.ts'

const tag = '파일'
/** The largest picture. */
export const mostFileBytes = 5 * 1024 * 1024

export const fileEndpoints = {
  fileUpload: endpoint({
    method: 'POST',
    path: '/api/file',
    summary:
      '사진 올리기 (multipart/form-data): PNG, JPEG, WebP, 5 MB와 4천만 화소까지; 새로 그려 저장하고 촬영 정보는 지웁니다',
    tag,
    auth: 'member',
    rate: 'setting',
    // The rest of the form.
    maxBytes: mostFileBytes + 4_096,
    response: z.object({ fileId: Id }),
    errors: ['FILE_REJECTED', 'PAYLOAD_TOO_LARGE', 'IMAGE_TYPE', 'IMAGE_PIXELS', 'FILE_INFECTED', 'FILE_SCAN_AWAY'],
  }),
  fileOne: endpoint({
    method: 'GET',
    path: '/api/file/:id',
    summary: '올린 사진',
    tag,
    auth: 'member',
    params: z.object({ id: IdParam }),
    response: z.object({
      type: z.enum(['image/png', 'image/jpeg', 'image/webp']),
      name: z.string(),
      data: z.string().meta({ description: 'Base64' }),
    }),
    errors: ['HISTORY_NOT_FOUND'],
  }),
}
