FROM node:24-slim

WORKDIR /app
COPY package.json package-lock.json ./
RUN npm install --omit=dev --no-audit --no-fund
COPY . .

# What is kept outlives the container.
RUN mkdir /data && chown node:node /data
VOLUME /data
ENV NODE_ENV=production STORE_URL=sqlite:///data/footnote.sqlite

USER node
CMD ["node", "src/main.ts"]
