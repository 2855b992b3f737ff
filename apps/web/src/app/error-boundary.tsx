import { isChunkError, reloadOnceFor } from '@maru/client/page/chunk-recovery'
import { Button, Empty } from '@maru/ui'
import { Component, type ReactNode } from 'react'
import { useTexts } from '../i18n/texts.ts'
import { appTexts } from '../shell/texts.ts'

interface Props {
  /** Another value (the next page) tries again. */
  resetKey: string
  children: ReactNode
}

/** Stands in place of a page that failed. A part of the code that cannot be loaded is tried again by one reload. */
export class ErrorBoundary extends Component<Props, { failed: { error: unknown; key: string } | null }> {
  override state: { failed: { error: unknown; key: string } | null } = { failed: null }

  override componentDidCatch(error: unknown) {
    this.setState({ failed: { error, key: this.props.resetKey } })
    if (isChunkError(error)) reloadOnceFor(location.pathname)
  }

  static getDerivedStateFromError(error: unknown) {
    return { failed: { error, key: '' } }
  }

  static getDerivedStateFromProps({ resetKey }: Props, { failed }: { failed: { error: unknown; key: string } | null }) {
    return failed && failed.key !== '' && failed.key !== resetKey ? { failed: null } : null
  }

  override render() {
    return this.state.failed ? <Failure error={this.state.failed.error} /> : this.props.children
  }
}

function Failure({ error }: { error: unknown }) {
  const t = useTexts(appTexts)
  const chunk = isChunkError(error)
  return (
    <div className="app">
      <main id="main" className="center" role="alert">
        <Empty title={t(chunk ? 'chunkFailed' : 'crashed')}>{!chunk && t('crashedHint')}</Empty>
        <Button tone="primary" onClick={() => location.reload()}>
          {t('reload')}
        </Button>
      </main>
    </div>
  )
}
