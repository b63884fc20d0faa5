package io.fabrictwin.schemas.mapping;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.avro.Schema;
import org.apache.avro.io.ResolvingDecoder;

/** An enum: its constants are the symbols of its schema, by name; the order may differ. */
final class EnumType implements WireType {
    private final Object[] constantOfSymbol;
    private final Map<Object, Integer> symbolOfConstant = new HashMap<>();

    EnumType(Class<?> type, Schema schema) {
        Map<String, Object> constants = new TreeMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        if (!constants.keySet().equals(new TreeSet<>(schema.getEnumSymbols()))) {
            throw new IllegalStateException(type.getName() + " has the constants " + constants.keySet()
                    + ", its schema the symbols " + schema.getEnumSymbols());
        }
        constantOfSymbol = schema.getEnumSymbols().stream().map(constants::get).toArray();
        for (int symbol = 0; symbol < constantOfSymbol.length; symbol++) {
            symbolOfConstant.put(constantOfSymbol[symbol], symbol);
        }
    }

    @Override
    public void write(Object value, WireOutput out) {
        Integer symbol = symbolOfConstant.get(value);
        if (symbol == null) {
            throw new IllegalArgumentException(value + " is not one of " + symbolOfConstant.keySet());
        }
        out.writeInt(symbol);
    }

    @Override
    public Object read(ResolvingDecoder in) throws IOException {
        return constantOfSymbol[in.readEnum()];
    }
}
