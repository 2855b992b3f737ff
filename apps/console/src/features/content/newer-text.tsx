import { Strip } from '@maru/ui'
import { useQuery } from '@tanstack/react-query'
import { t } from './texts.ts'

interface Written {
  readonly id: number
  readonly title: string
  readonly content: string
}
interface Props {
  id: number
  /** The newest rows of the list that it stands in. */
  read: () => Promise<{ readonly content: readonly Written[] }>
}

/** What somebody else wrote meanwhile, as plain words: whoever goes on writes over it. */
export function NewerText({ id, read }: Props) {
  const { data } = useQuery({ queryKey: ['newer', id], queryFn: read, staleTime: 0 })
  const row = data?.content.find((one) => one.id === id)
  return (
    <Strip tone="warn">
      {t('newerHint')}
      {row && (
        <blockquote className="ct-newer">
          <b>{row.title}</b> {wordsOf(row.content)}
        </blockquote>
      )}
    </Strip>
  )
}

const most = 400
const wordsOf = (html: string): string => {
  const words = new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? ''
  return words.length > most ? `${words.slice(0, most)}…` : words
}
