FROM node:24-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund
COPY . .

# Where the store is unless STORE_URL says otherwise; it outlives the container.
RUN mkdir data && chown node:node data
VOLUME /app/data
ENV NODE_ENV=production

USER node
CMD ["node", "src/main.ts"]
