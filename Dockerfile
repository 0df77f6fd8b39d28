FROM node:24-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund
COPY . .

# The default location of the store; the volume survives the container.
RUN mkdir data && chown node:node data
VOLUME /app/data
ENV NODE_ENV=production

USER node
CMD ["node", "src/main.ts"]
