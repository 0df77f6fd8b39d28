FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
# The lock file names both workspaces. The playground's libraries are for development only.
COPY extras/package.json extras/
COPY playground/package.json playground/
# With --workspaces=false, 56 MB less: no HTTP API, MCP, metrics, traces, several processes or store in Redis.
RUN npm ci --omit=dev --no-audit --no-fund

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=dependencies /app/node_modules node_modules
COPY . .

# The default location of the store: mount a volume there. Railway refuses images that declare one.
RUN mkdir data && chown node:node data

USER node
# Checks the settings, the store, the Claude API and Discord. Sends no message and calls no model.
HEALTHCHECK --interval=5m --timeout=30s --start-period=1m CMD ["node", "src/cli.ts", "doctor", "--health"]
# As in `npm start`: a larger young generation makes longer pauses.
CMD ["node", "--max-semi-space-size=8", "src/main.ts"]
