import '../css/qr-code.css'
import { encode } from 'uqr'

const look = { ecc: 'M', border: 2 } as const

/** A QR code, dark on white in every theme: some cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, look)
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

const unit = 16

/** The same as a picture in PNG. */
export function qrPicture(text: string): Promise<Blob> {
  const { data, size } = encode(text, look)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * unit
  const pen = canvas.getContext('2d')!
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = '#000'
  for (const [y, row] of data.entries())
    for (const [x, isDark] of row.entries()) if (isDark) pen.fillRect(x * unit, y * unit, unit, unit)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture of a QR code'))), 'image/png')
  })
}
