import { call } from '@maru/client/api/client'
import { Button, FormError, TextField } from '@maru/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** A picture as a text holds it. */
interface Picture {
  readonly src: string
  readonly alt: string
  readonly width: number
  readonly height: number
}

const most = 5 * 1024 * 1024

/** Sends a picture and says what it shows, for those who cannot see it. */
export function PictureField({ onPicture }: { onPicture: (picture: Picture) => void }) {
  const [file, setFile] = useState<File | null>(null)
  const [alt, setAlt] = useState('')
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const body = { reason: t('pictureReason'), name: file.name, data: base64Of(await file.arrayBuffer()) }
      return call('POST /api/console/image', { params: {}, body, key: crypto.randomUUID() })
    },
    onSuccess: ({ url, width, height }) => onPicture({ src: url, alt: alt.trim(), width, height }),
  })
  const missing =
    file === null ? t('needPicture') : file.size > most ? t('tooLarge') : alt.trim() === '' ? t('needAlt') : null
  return (
    <div className="ct-pic">
      <label className="pick">
        <span>{t('pictureFile')}</span>
        <input
          type="file"
          accept="image/png,image/jpeg,image/webp"
          onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
        />
      </label>
      <TextField label={t('pictureAlt')} value={alt} onValue={setAlt} maxLength={100} />
      <Button
        size={36}
        disabled={missing !== null || sending.isPending}
        onClick={() => file !== null && sending.mutate(file)}
      >
        {missing ?? t('insertPicture')}
      </Button>
      {sending.error && <FormError>{errorText(sending.error)}</FormError>}
    </div>
  )
}

function base64Of(buffer: ArrayBuffer): string {
  const bytes = new Uint8Array(buffer)
  let text = ''
  // In pieces: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192))
  return btoa(text)
}
