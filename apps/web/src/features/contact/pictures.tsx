import { call } from '@maru/client/api/client'
import { useTexts } from '@maru/client/i18n/texts'
import { Icon, Skeleton } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, useState } from 'react'
import { errorText } from '../../api/error-text.ts'
import { uploadPicture } from '../../kit/upload-picture.ts'
import { showAlert } from '../../shell/alert.tsx'
import { contactTexts } from './texts.ts'

export interface Picture {
  readonly id: number
  readonly name: string
}
const most = 5

/** Pictures to send along: each is on the server before it is listed. */
export function PictureField({
  pictures,
  onPictures,
}: {
  pictures: readonly Picture[]
  onPictures: (pictures: readonly Picture[]) => void
}) {
  const t = useTexts(contactTexts)
  const [busy, setBusy] = useState(false)
  async function add(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined || busy) return
    setBusy(true)
    try {
      onPictures([...pictures, { id: await uploadPicture(file), name: file.name }])
    } catch (error) {
      void showAlert(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <div className="sec-t">
        <h2>{t('pictures')}</h2>
        <small className="num">{t('pictureCount', { count: String(pictures.length) })}</small>
      </div>
      <ul className="ctc-p" aria-busy={busy}>
        {pictures.map(({ id, name }) => (
          <li key={id}>
            <Shown id={id} name={name} />
            <button
              type="button"
              aria-label={t('removePicture', { name })}
              onClick={() => onPictures(pictures.filter((one) => one.id !== id))}
            >
              <Icon name="close" small />
            </button>
          </li>
        ))}
        {pictures.length < most && (
          <li className="is-add">
            <label>
              <input
                type="file"
                accept="image/png,image/jpeg,image/webp"
                aria-label={t('addPicture')}
                onChange={(event) => void add(event)}
              />
              <Icon name="plus" />
            </label>
          </li>
        )}
      </ul>
    </>
  )
}

/** Pictures that were sent. */
export function Pictures({ ids }: { ids: readonly number[] }) {
  const t = useTexts(contactTexts)
  if (ids.length === 0) return null
  return (
    <ul className="ctc-p">
      {ids.map((id, nth) => (
        <li key={id}>
          <Shown id={id} name={t('picture', { number: String(nth + 1) })} />
        </li>
      ))}
    </ul>
  )
}

function Shown({ id, name }: { id: number; name: string }) {
  const t = useTexts(contactTexts)
  const { data, isError } = useQuery({
    queryKey: ['picture', id],
    queryFn: () => call('GET /api/file/:id', { params: { id: String(id) } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (data) return <img src={`data:${data.type};base64,${data.data}`} alt={name} />
  return isError ? <small>{t('pictureFailed')}</small> : <Skeleton height={80} />
}
