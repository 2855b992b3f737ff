import { Skeleton } from '@maru/ui'
import { useTexts } from '../i18n/texts.ts'
import { appTexts } from './texts.ts'

const rows = ['58%', '72%', '64%', '70%', '52%']

/** A page that is on its way. */
export function PageSkeleton() {
  const t = useTexts(appTexts)
  return (
    <main id="main" className="page-skel" aria-busy="true">
      <span className="sr">{t('loading')}</span>
      {rows.map((width) => (
        <Skeleton key={width} width={width} height={16} />
      ))}
    </main>
  )
}
