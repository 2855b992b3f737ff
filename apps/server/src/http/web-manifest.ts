import type { FastifyInstance } from 'fastify'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** What a phone needs to install the members' app, under the name of the site whose host was asked (W3C Web Application Manifest). */
export function registerWebManifest(app: FastifyInstance): void {
  app.get('/manifest.webmanifest', (request, reply) => {
    const site = app.sites.ofPage(request.hostname)
    const name = site?.name ?? 'Maru'
    reply.type('application/manifest+json; charset=utf-8').header('cache-control', 'no-cache')
    return {
      id: '/',
      name,
      short_name: [...name].slice(0, 12).join(''),
      lang: site?.language ?? 'ko',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      orientation: 'portrait',
      background_color: '#101216',
      theme_color: '#101216',
      icons: [
        icon('icon', 192, 'any'),
        icon('icon', 512, 'any'),
        icon('icon-mask', 512, 'maskable'),
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ],
    }
  })
}
