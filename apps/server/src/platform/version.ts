import server from '../../package.json' with { type: 'json' }

/** Of the server, as its package says. */
export const { version } = server
