"""Pictures as tests look at them: PNG files, as far as screenshots need it."""
import struct
import zlib
from collections import Counter


class Picture:
    """Eight bits per channel, red, green and blue, perhaps with alpha; not interlaced."""

    def __init__(self, data):
        assert data[:8] == b'\x89PNG\r\n\x1a\n', 'no PNG'
        at, packed = 8, b''
        while at < len(data):
            size, kind = struct.unpack('>I4s', data[at:at + 8])
            body = data[at + 8:at + 8 + size]
            if kind == b'IHDR':
                self.width, self.height, depth, colours, _, _, interlaced = struct.unpack('>IIBBBBB', body)
                assert depth == 8 and colours in (2, 6) and not interlaced
                self.channels = 3 if colours == 2 else 4
            elif kind == b'IDAT':
                packed += body
            at += size + 12
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        n, stride, rows, above = self.channels, self.width * self.channels, [], bytearray(self.width * self.channels)
        for y in range(self.height):
            start = y * (stride + 1)
            how, row = raw[start], bytearray(raw[start + 1:start + 1 + stride])
            for i in range(stride):
                left, up = row[i - n] if i >= n else 0, above[i]
                corner = above[i - n] if i >= n else 0
                if how == 1:
                    row[i] = row[i] + left & 255
                elif how == 2:
                    row[i] = row[i] + up & 255
                elif how == 3:
                    row[i] = row[i] + (left + up) // 2 & 255
                elif how == 4:
                    p = left + up - corner
                    a, b, c = abs(p - left), abs(p - up), abs(p - corner)
                    row[i] = row[i] + (left if a <= b and a <= c else up if b <= c else corner) & 255
            rows.append(row)
            above = row
        return rows

    def colours(self):
        """How often each colour is there, in steps of 32, as shares of all."""
        count = Counter()
        for row in self.rows:
            for i in range(0, len(row), self.channels):
                count[(row[i] >> 5, row[i + 1] >> 5, row[i + 2] >> 5)] += 1
        return {colour: n / (self.width * self.height) for colour, n in count.most_common()}

    def with_few_colours(self):
        """The picture as a PNG file with at most 256 colours, the most frequent ones, which is much smaller."""
        n, count = self.channels, Counter()
        for row in self.rows:
            count.update(zip(row[0::n], row[1::n], row[2::n]))
        palette = [colour for colour, _ in count.most_common(256)]
        index = {colour: i for i, colour in enumerate(palette)}

        def nearest(colour):
            if colour not in index:
                index[colour] = min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], colour)))
            return index[colour]
        raw = b''.join(b'\0' + bytes(nearest(c) for c in zip(row[0::n], row[1::n], row[2::n])) for row in self.rows)

        def chunk(kind, body):
            return struct.pack('>I', len(body)) + kind + body + struct.pack('>I', zlib.crc32(kind + body))
        return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', self.width, self.height, 8, 3, 0, 0, 0)) +
                chunk(b'PLTE', b''.join(bytes(c) for c in palette)) + chunk(b'IDAT', zlib.compress(raw, 9)) + chunk(b'IEND', b''))
